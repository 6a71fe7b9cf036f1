import type { OrderView } from '@exchange/core/message';

const ANSWER_BYTES_MAX = 512 * 1024;
/** Of an order without its trades, at most, and of the id of one trade (tests hold both against the largest). */
const ORDER_BYTES = 1_200;
const TRADE_ID_BYTES = 17;
/** Of a ledger entry, at most. */
const ENTRY_BYTES = 1_200;

export const orderBytes = ({ trades }: OrderView): number => ORDER_BYTES + TRADE_ID_BYTES * trades.length;
export const entryBytes = (): number => ENTRY_BYTES;

/** As many items as one answer carries, in their order, and at least one. */
export function firstThatFit<T>(items: readonly T[], bytesOf: (item: T) => number): T[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return index > 0 && bytes > ANSWER_BYTES_MAX;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
