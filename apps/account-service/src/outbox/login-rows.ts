import type { Address } from '@exchange/core/kernel';
import type { Logins } from '../accounts/stranger-logins';
import { loginNoncesTable, sessionTable } from '../persistence/tables/login-tables';
import type { RowCollector } from './row-collector';

/** The logins of an account that had no rows until now: none of them may be used again after a restart either. */
export function storeLogins(rows: RowCollector, account: Address, { session, nonces }: Logins): void {
  if (session !== undefined) rows.put(sessionTable, account, session);
  for (const [signer, kept] of nonces) storeNonces(rows, account, signer, kept);
}

export function storeNonces(
  rows: RowCollector,
  account: Address,
  signer: Address,
  nonces: readonly number[],
): void {
  rows.put(loginNoncesTable, `${account}:${signer}`, { account, signer, nonces: [...nonces] });
}
