import { reject, type Rejection, unreachable } from '@exchange/core/kernel';
import type { MarketEventOf } from '@exchange/core/message';

type EditRefused = MarketEventOf<'edit_refused'>;

/** What the owner is told of an edit that the engine refused; the order is as before. */
export const editRefusal = ({ orderId, reason }: EditRefused): Rejection =>
  reject('EDIT_REFUSED', `order ${orderId} is as before: ${sentence(reason)}`);

function sentence(reason: EditRefused['reason']): string {
  switch (reason) {
    case 'market_closed':
      return 'the market takes no such orders now';
    case 'post_only':
      return 'it is post-only, and it would have taken';
    case 'exceeds_signed':
      return 'it would offer more than is left of the signed amounts, or at a worse rate than signed';
    case 'stop_triggered':
      return 'its stop rate was crossed already';
    case 'below_minimum':
      return 'what is left would be below the minimum';
    case 'rate_out_of_range':
      return 'the rate must be from 1e-8 to 8e14';
    default:
      return unreachable(reason);
  }
}
