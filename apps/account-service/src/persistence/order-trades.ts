import type { Address, OrderId, TradeId } from '@exchange/core/kernel';
import type { Order } from '@exchange/core/ledger';
import type { Records } from '@exchange/platform';
import { orderOf } from './ledger-rows';
import { type OrderRow, userTradeTable } from './tables/order-tables';

/** Stored orders of these accounts, each with the ids of its trades, oldest first. */
export async function withTrades(
  records: Records,
  accounts: readonly Address[],
  rows: readonly OrderRow[],
): Promise<Order[]> {
  const traded = rows.filter(({ sellAmount, sellRemaining }) => sellRemaining < sellAmount);
  const trades = new Map<OrderId, TradeId[]>();
  if (traded.length > 0) {
    const found = await records.find(userTradeTable, {
      where: { account: accounts, orderId: traded.map(({ id }) => id) },
      order: [['tradeId', 'asc']],
    });
    for (const { orderId, tradeId } of found) {
      const known = trades.get(orderId);
      if (known === undefined) trades.set(orderId, [tradeId]);
      else known.push(tradeId);
    }
  }
  return rows.map((row) => orderOf(row, trades.get(row.id) ?? []));
}
