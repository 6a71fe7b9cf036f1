import type { ServiceName } from '@exchange/core/kernel';
import type pg from 'pg';

/** The service whose schema has the log of what operators did. */
export const KEEPS_AUDIT_LOG: ServiceName = 'operator-gateway';

/**
 * Makes the schema of the service and its log. Both belong to whoever calls, so that the service's role may add entries and
 * read them, and neither change nor remove them, the table, or what it may. May be repeated.
 */
export async function createAuditLog(client: pg.Client, role: string, auditor: string): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS ${role};
    GRANT USAGE, CREATE ON SCHEMA ${role} TO ${role};
    CREATE TABLE IF NOT EXISTS ${role}.audit_entry (
      seq bigint PRIMARY KEY CHECK (seq > 0), hash text NOT NULL, body text NOT NULL);
    REVOKE ALL ON ${role}.audit_entry FROM ${role};
    GRANT SELECT, INSERT ON ${role}.audit_entry TO ${role};
    GRANT SELECT ON ${role}.audit_entry TO ${auditor};`);
}
