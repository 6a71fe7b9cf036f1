import { address, partitionOf } from '@exchange/core/kernel';
import { MemoryStore } from '@exchange/test/kit';

/** What the service stores in memory, with the views of its database. */
export function accountStore(): MemoryStore {
  const store = new MemoryStore();
  store.views.set('open_order_count', openOrderCounts);
  return store;
}

/** What the view of the database is made of, from the orders in memory. */
function* openOrderCounts(store: MemoryStore): Iterable<Record<string, unknown>> {
  const counts = new Map<string, { market: unknown; partition: number; orders: number }>();
  for (const { market, account, active } of store.table('orders').values()) {
    if (active !== true) continue;
    const partition = partitionOf(address(String(account)));
    const key = `${String(market)} ${partition}`;
    counts.set(key, { market, partition, orders: (counts.get(key)?.orders ?? 0) + 1 });
  }
  yield* counts.values();
}
