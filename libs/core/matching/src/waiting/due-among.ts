import type { OpenOrder } from '../order/open-order';

/** Orders leave the earliest first, and in the order of their ids within a second. */
export const expiresBefore = (a: OpenOrder, b: OpenOrder): boolean =>
  a.expiresAt < b.expiresAt || (a.expiresAt === b.expiresAt && a.orderId < b.orderId);

/** At most `limit` of these orders with expiresAt ≤ now, by expiresAt, then id. */
export function dueAmong(orders: readonly OpenOrder[], now: number, limit: number): readonly OpenOrder[] {
  return orders
    .filter((order) => order.expiresAt <= now)
    .sort((a, b) => a.expiresAt - b.expiresAt || a.orderId - b.orderId)
    .slice(0, limit);
}
