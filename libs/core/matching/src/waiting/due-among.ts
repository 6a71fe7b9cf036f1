import type { OpenOrder } from '../order/open-order';

/** Orders leave the earliest first, and in the order of their ids within a second. */
export const leavesBefore = (a: OpenOrder, b: OpenOrder): boolean =>
  a.leaveAt < b.leaveAt || (a.leaveAt === b.leaveAt && a.orderId < b.orderId);

/** At most `limit` of these orders with leaveAt ≤ now, by leaveAt, then id. */
export function dueAmong(orders: readonly OpenOrder[], now: number, limit: number): readonly OpenOrder[] {
  return orders
    .filter((order) => order.leaveAt <= now)
    .sort((a, b) => a.leaveAt - b.leaveAt || a.orderId - b.orderId)
    .slice(0, limit);
}
