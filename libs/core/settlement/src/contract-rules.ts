import type { TokenAmount } from '@exchange/core/kernel';
import { makerGives, type SignedAmounts, type TradeAmounts } from './trade-terms';

const BPS = 10_000n;

/** A check of the contract that a trade fails, by the name of its code (contracts/src/ExchangeCodes.sol). */
export type BrokenRule = 'ZERO_AMOUNT' | 'PRICE' | 'OVERFILL' | 'FEE' | 'REBATE';

/** The maker never trades worse than signed, not by a unit of rounding either. */
export function makerPriceHolds(trade: TradeAmounts, maker: SignedAmounts): boolean {
  return makerGives(trade) * maker.buyAmount <= trade.takerAmount * maker.sellAmount;
}

/** Nor does the taker. */
export function takerPriceHolds(trade: TradeAmounts, taker: SignedAmounts): boolean {
  return trade.takerAmount * taker.buyAmount <= trade.makerAmount * taker.sellAmount;
}

/** Both sides' prices. */
export function priceHolds(trade: TradeAmounts, maker: SignedAmounts, taker: SignedAmounts): boolean {
  return makerPriceHolds(trade, maker) && takerPriceHolds(trade, taker);
}

/** The trade fits into what is left of both orders; sold amounts are what earlier trades took of them. */
export function fillHolds(
  trade: TradeAmounts,
  maker: SignedAmounts,
  taker: SignedAmounts,
  makerSold: TokenAmount,
  takerSold: TokenAmount,
): boolean {
  return (
    makerSold + makerGives(trade) <= maker.sellAmount && takerSold + trade.takerAmount <= taker.sellAmount
  );
}

/** Both fees are within the contract's limit, given in basis points of what each side buys. */
export function feesHold(trade: TradeAmounts, maxFeeBps: number): boolean {
  const limit = BigInt(maxFeeBps);
  return (
    trade.makerFee * BPS <= trade.takerAmount * limit && trade.takerFee * BPS <= trade.makerAmount * limit
  );
}

/** A rebate in the sold token is within the taker's fee, one in the bought token within the limit of a fee. */
export function rebateHolds(trade: TradeAmounts, maxFeeBps: number): boolean {
  if (trade.rebateToken === 'sell') return trade.makerRebate <= trade.takerFee;
  return trade.makerRebate * BPS <= trade.takerAmount * BigInt(maxFeeBps);
}

/** The first check on amounts that the contract would find broken, in its order, or undefined if all hold. */
export function brokenRule(
  trade: TradeAmounts,
  maker: SignedAmounts & { readonly sold: TokenAmount },
  taker: SignedAmounts & { readonly sold: TokenAmount },
  maxFeeBps: number,
): BrokenRule | undefined {
  const amounts = [maker.sellAmount, maker.buyAmount, taker.sellAmount, taker.buyAmount];
  if ([...amounts, trade.makerAmount, trade.takerAmount].includes(0n as TokenAmount)) return 'ZERO_AMOUNT';
  if (!priceHolds(trade, maker, taker)) return 'PRICE';
  if (!fillHolds(trade, maker, taker, maker.sold, taker.sold)) return 'OVERFILL';
  if (!feesHold(trade, maxFeeBps)) return 'FEE';
  if (!rebateHolds(trade, maxFeeBps)) return 'REBATE';
  return undefined;
}
