import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomBytes, scryptSync } from 'node:crypto';
import type { OperatorRole } from '@exchange/core/operator';

export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const PASSWORD = 'for-tests-only';

/** A file of people who all have the same password and secret. */
export function peopleFile(people: Readonly<Record<string, readonly OperatorRole[]>>): string {
  const salt = randomBytes(16);
  const costs = { n: 1_024, r: 8, p: 1 };
  const hash = scryptSync(PASSWORD, salt, 32, { N: costs.n, r: costs.r, p: costs.p });
  const password = { salt: salt.toString('base64'), hash: hash.toString('base64'), ...costs };
  const list = Object.entries(people).map(([name, roles]) => ({ name, roles, password, totpSecret: SECRET }));
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'people-')), 'people.json');
  writeFileSync(file, JSON.stringify({ people: list }), { mode: 0o600 });
  return file;
}
