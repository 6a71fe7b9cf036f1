import type { OrderView } from '@exchange/core/message';

const ANSWER_BYTES_MAX = 512 * 1024;
/** Of an order without its trades, at most, and of the id of one trade (tests hold both against the largest). */
const ORDER_BYTES = 1_200;
const TRADE_ID_BYTES = 17;

/** As many orders as one answer carries, in their order, and at least one. */
export function firstThatFit(orders: readonly OrderView[]): OrderView[] {
  let bytes = 0;
  const end = orders.findIndex(({ trades }, index) => {
    bytes += ORDER_BYTES + TRADE_ID_BYTES * trades.length;
    return index > 0 && bytes > ANSWER_BYTES_MAX;
  });
  return end === -1 ? [...orders] : orders.slice(0, end);
}
