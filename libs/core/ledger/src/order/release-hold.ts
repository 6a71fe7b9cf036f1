import { amount, type TokenAmount } from '@exchange/core/kernel';
import { postCredit } from '../account/credit';
import { noteBlocked } from '../funds/apply-exit-request';
import type { Journal } from '../journal';
import type { Order } from './order';

/** Brings an order's hold down from `from` to `to`: to blocked if the account is leaving with the token. */
export function releaseHold(journal: Journal, order: Order, from: TokenAmount, to: TokenAmount): void {
  const { sellToken } = order.signed.terms;
  const freed = amount(from - to);
  const lines = [journal.line(sellToken, 'held', -freed)];
  noteBlocked(
    journal,
    sellToken,
    postCredit(journal, { kind: 'order', id: order.id }, sellToken, freed, lines),
  );
}
