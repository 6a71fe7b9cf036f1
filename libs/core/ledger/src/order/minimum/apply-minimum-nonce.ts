import { maxAmount } from '@exchange/core/kernel';
import { type ChainNews, placeName } from '../../chain/chain-fact';
import type { Journal } from '../../journal';
import { leastNonce, type MinimumNonce } from './minimum-nonce';
import { ordersBelow } from './orders-below';
import { cancelOrders } from '../request-cancel';

/**
 * Orders that sell a token with a nonce below the bound are canceled at its first sight, and none is accepted any more,
 * though a bound that was only requested takes force later. Undone, it is as if it had never been asked for, but for
 * the orders that it ended.
 */
export function applyMinimumNonce(
  journal: Journal,
  { fact, place, phase }: ChainNews<'min_nonce_requested' | 'min_nonce_raised'>,
): void {
  const { account } = journal;
  const { token, minNonce } = fact;
  const name = placeName(place);
  const known = account.minimumNonces.get(token);
  const final = known?.final ?? 0n;
  const others = (known?.seen ?? []).filter((seen) => seen.place !== name);
  const change = (bound: Pick<MinimumNonce, 'final' | 'seen'>) =>
    journal.minimumNonce({ account: account.address, token, asked: known?.asked ?? null, ...bound });
  switch (phase) {
    case 'seen':
      change({ final, seen: [...others, { place: name, minNonce }] });
      break;
    case 'undone':
      return change({ final, seen: others });
    case 'final':
      change({ final: maxAmount(final, minNonce), seen: others });
  }
  const least = leastNonce(account.minimumNonces, token);
  cancelOrders(journal, ordersBelow(account, token, least), 'order_cancelled_on_chain');
}
