import type { Address } from '@exchange/core/kernel';
import type { Records } from '@exchange/platform';
import { delegateTable } from '../persistence/tables/account-tables';
import { entryTable } from '../persistence/tables/entry-table';
import { orderTable } from '../persistence/tables/order-tables';

/** The accounts for which a final block's time (Unix seconds) ends a withdrawal or a delegation. */
export async function accountsDueAt(records: Records, blockTime: number): Promise<Address[]> {
  const [entries, delegates] = await Promise.all([
    records.find(entryTable, { where: { open: true, deadline: { lt: blockTime } } }),
    records.find(delegateTable, { where: { active: true, validUntil: { lte: blockTime } } }),
  ]);
  const removed = await records.find(delegateTable, {
    where: { active: true, revokedAt: { lte: blockTime } },
  });
  return [...entries, ...delegates, ...removed].map((row) => row.account);
}

/** The markets in which an order's time in the book is over at `nowSeconds`. */
export async function marketsDueAt(records: Records, nowSeconds: number): Promise<string[]> {
  const due = await records.find(orderTable, {
    where: { active: true, expiresAt: { lte: nowSeconds } },
    limit: 1000,
  });
  return [...new Set(due.map((row) => row.market))];
}
