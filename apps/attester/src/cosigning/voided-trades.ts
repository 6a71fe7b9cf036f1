import { unreachable } from '@exchange/core/kernel';
import type { CosignRequest, SettleLeg } from '@exchange/core/message';
import type { KnownTrades } from '../trades/known-trades';

/**
 * Whether the signature would void a trade that isn't final by our own record. account-service asks only when there is
 * none by its record; the two look at the chain independently, and a signature needs both.
 */
export const voidsTrade = (trades: KnownTrades, request: CosignRequest): boolean =>
  trades.unsettledLegs(request.account).some((leg) => isVoided(leg, request));

function isVoided({ order, orderHash }: SettleLeg, request: CosignRequest): boolean {
  switch (request.kind) {
    case 'withdrawal':
      return false;
    case 'delegate_removal':
      return order.signer === request.delegate;
    case 'order_cancellation':
      return orderHash === request.digest;
    case 'minimum_nonce':
      return order.terms.sellToken === request.token && order.terms.nonce < request.minNonce;
    default:
      return unreachable(request);
  }
}
