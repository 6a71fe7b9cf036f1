import {
  appendOnly,
  defineTable,
  hashColumn,
  integerColumn,
  jsonColumn,
  primary,
  textColumn,
} from '@exchange/platform';
import type { OperatorRole } from '@exchange/core/operator';

/** The audit log: entries as they were written. Made with the schema, since the service's role may only add to it. */
export const auditEntryTable = appendOnly(
  defineTable('audit_entry', { seq: primary(integerColumn), hash: hashColumn, body: textColumn }),
);

/** Who is signed in. `digest`: SHA-256 of the session's token in hex, since whoever reads the table must not have it. */
export const sessionTable = defineTable('session', {
  digest: primary(textColumn),
  person: textColumn,
  /** As the door gave them; what the log says of the person counts more. */
  roles: jsonColumn<readonly OperatorRole[]>(),
  /** Unix ms. */
  expiresAt: integerColumn,
});

/** The newest step whose code a person has used: each works once. */
export const usedCodeTable = defineTable('used_code', { person: primary(textColumn), step: integerColumn });
