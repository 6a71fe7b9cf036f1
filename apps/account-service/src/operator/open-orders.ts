import { PARTITIONS } from '@exchange/core/kernel';
import type { Effect } from '@exchange/core/message';
import type { Records } from '@exchange/platform';
import { storedOwners } from '../groups/stored-groups';
import { openOrderCountTable } from '../persistence/tables/order-tables';

/** Open orders of a market by the group whose accounts have them; every group is named. */
export type OpenOrders = ReadonlyMap<string, number>;

/** Counts the open orders of a market, those of all groups, as they are stored. */
export async function openOrders(records: Records, market: string): Promise<OpenOrders> {
  const [owners, counts] = await Promise.all([
    storedOwners(records),
    records.find(openOrderCountTable, { where: { market } }),
  ]);
  const byGroup = new Map(owners.map((group) => [group, 0]));
  for (const { partition, orders } of counts) {
    const group = owners[partition % PARTITIONS] ?? '';
    byGroup.set(group, (byGroup.get(group) ?? 0) + orders);
  }
  return byGroup;
}

/** What becomes of them, as one effect for each group. */
export const orderEffects = (what: string, market: string, orders: OpenOrders): Effect[] =>
  [...orders].map(([group, count]) => ({
    what,
    of: orders.size === 1 ? market : `${market}, group ${group}`,
    count,
  }));
