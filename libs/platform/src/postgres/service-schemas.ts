import type { ServiceName } from '@exchange/core/kernel';
import pg from 'pg';
import { createAuditLog, KEEPS_AUDIT_LOG } from './audit-log';

/** Reads everything, writes nothing. */
export const AUDITOR = 'auditor';

/** Takes old months of account-service's history out of the database, by functions of that service, and reads no table else. */
export const ARCHIVIST = 'archivist';
const KEEPS_HISTORY: ServiceName = 'account-service';

/** A service's role and schema: its name with `_`. */
export const roleOf = (service: ServiceName): string => service.replaceAll('-', '_');

export interface SchemaOptions {
  readonly services: readonly { readonly service: ServiceName; readonly password: string }[];
  readonly auditorPassword: string;
  /** Without it there is no role `archivist`. */
  readonly archivistPassword?: string | undefined;
}

/**
 * Creates a role and a schema for each service, where only that role may write, and the read-only role `auditor`, and
 * `archivist`.
 * May be repeated; sets the passwords given. `adminUrl`: a role that may create roles, in the exchange's database.
 */
export async function createServiceSchemas(adminUrl: string, options: SchemaOptions): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT pg_advisory_xact_lock(hashtext('service schemas'))");
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    const database = client.escapeIdentifier(rows[0]?.name ?? '');
    await client.query(
      `REVOKE ALL ON SCHEMA public FROM PUBLIC; REVOKE ALL ON DATABASE ${database} FROM PUBLIC;`,
    );
    await createRole(client, AUDITOR, options.auditorPassword);
    await client.query(`ALTER ROLE ${AUDITOR} SET default_transaction_read_only = on`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${AUDITOR}`);
    for (const { service, password } of options.services) {
      const role = roleOf(service);
      await createRole(client, role, password);
      if (service === KEEPS_AUDIT_LOG) await createAuditLog(client, role, AUDITOR);
      await client.query(`
        GRANT CONNECT ON DATABASE ${database} TO ${role};
        GRANT ${role} TO CURRENT_USER;
        CREATE SCHEMA IF NOT EXISTS ${role} AUTHORIZATION ${role};
        REVOKE ALL ON SCHEMA ${role} FROM PUBLIC;
        GRANT USAGE ON SCHEMA ${role} TO ${AUDITOR};
        GRANT SELECT ON ALL TABLES IN SCHEMA ${role} TO ${AUDITOR};
        ALTER DEFAULT PRIVILEGES FOR ROLE ${role} IN SCHEMA ${role} GRANT SELECT ON TABLES TO ${AUDITOR};`);
    }
    await createArchivist(client, database, options);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function createArchivist(
  client: pg.Client,
  database: string,
  { services, archivistPassword }: SchemaOptions,
): Promise<void> {
  const hasHistory = services.some(({ service }) => service === KEEPS_HISTORY);
  if (archivistPassword === undefined || !hasHistory) return;
  const owner = roleOf(KEEPS_HISTORY);
  await createRole(client, ARCHIVIST, archivistPassword);
  await client.query(`
    GRANT CONNECT ON DATABASE ${database} TO ${ARCHIVIST};
    GRANT USAGE ON SCHEMA ${owner} TO ${ARCHIVIST};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${owner} TO ${ARCHIVIST};
    ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${owner} GRANT EXECUTE ON FUNCTIONS TO ${ARCHIVIST};`);
}

async function createRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role} NOSUPERUSER NOCREATEDB NOCREATEROLE`);
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
}
