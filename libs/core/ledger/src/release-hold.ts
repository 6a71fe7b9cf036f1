import type { TokenAmount } from '@exchange/core/kernel';
import type { Journal } from './journal';
import type { Order } from './order';
import type { PostingLine } from './posting';

/** The postings that bring an order's hold down from `from` to `to`. */
export function releaseLines(
  journal: Journal,
  order: Order,
  from: TokenAmount,
  to: TokenAmount,
): PostingLine[] {
  const { sellToken } = order.signed.terms;
  const freed = from - to;
  return [
    journal.line(sellToken, 'held', -freed),
    journal.line(sellToken, journal.account.creditBucket(sellToken), freed),
  ];
}
