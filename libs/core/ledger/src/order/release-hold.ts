import { amount, type TokenAmount } from '@exchange/core/kernel';
import { noteBlocked } from '../funds/apply-exit-request';
import type { Journal } from '../journal';
import type { Order } from './order';

/** Brings an order's hold down from `from` to `to`: to blocked if the account is leaving with the token. */
export function releaseHold(journal: Journal, order: Order, from: TokenAmount, to: TokenAmount): void {
  const { sellToken } = order.signed.terms;
  const freed = amount(from - to);
  journal.post({ kind: 'order', id: order.id }, [
    journal.line(sellToken, 'held', -freed),
    journal.line(sellToken, journal.account.creditBucket(sellToken), freed),
  ]);
  noteBlocked(journal, sellToken, freed);
}
