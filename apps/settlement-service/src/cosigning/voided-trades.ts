import type { CosignRequest, SettleLeg } from '@exchange/core/message';
import type { Trades } from '../trades/trades';

/**
 * Whether the signature would void a trade that isn't final by our own record. account-service asks only when there is
 * none by its record; the two look at the chain independently, and a signature needs both.
 */
export function voidsTrade(trades: Trades, request: CosignRequest): boolean {
  if (request.kind === 'withdrawal') return false;
  const isVoided = (leg: SettleLeg | undefined) =>
    leg !== undefined &&
    leg.account === request.account &&
    (request.kind === 'delegate_removal'
      ? leg.order.signer === request.delegate
      : leg.orderHash === request.digest);
  for (const { maker, taker } of trades.all()) {
    if (isVoided(maker) || isVoided(taker)) return true;
  }
  return false;
}
