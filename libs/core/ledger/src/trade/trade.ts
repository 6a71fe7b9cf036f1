import {
  type Address,
  amount,
  maxAmount,
  type MarketId,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { MarketEventOf } from '@exchange/core/message';
import type { Ledger } from '../ledger';
import { tradeFees } from '../fees/trade-fees';

export type Role = 'maker' | 'taker';

/** A trade as the market reports it. */
export type Trade = Omit<MarketEventOf<'trade'>, 'kind'> & { readonly market: MarketId };

/** What one side gives and gets; fees in the bought token, the rebate in one of the two, out of the budget. */
export interface Leg {
  readonly sold: TokenAmount;
  readonly bought: TokenAmount;
  readonly tradeFee: TokenAmount;
  readonly settlementFee: TokenAmount;
  readonly rebate: TokenAmount;
  readonly rebateInBought: boolean;
}

/** What a maker is given back, in one of its two tokens. */
export interface Rebate {
  readonly units: TokenAmount;
  readonly token: Address;
  readonly inBought: boolean;
}

/** The leg of one side; `rebate`: the maker's, as it was chosen. */
export function legOf(ledger: Ledger, trade: Trade, role: Role, rebate: Rebate | undefined): Leg {
  const { makerSold, takerSold, fees } = grossOf(ledger, trade);
  if (role === 'taker') {
    return { sold: takerSold, bought: makerSold, ...fees.taker, rebate: ZERO_AMOUNT, rebateInBought: false };
  }
  return {
    sold: makerSold,
    bought: takerSold,
    tradeFee: fees.maker.tradeFee,
    settlementFee: ZERO_AMOUNT,
    rebate: rebate?.units ?? ZERO_AMOUNT,
    rebateInBought: rebate?.inBought ?? false,
  };
}

/** What both sides give, and the fees of that. */
export function grossOf({ maxFeeBps }: Ledger, { takerSide, traded, quote, maker, taker }: Trade) {
  const [makerSold, takerSold] = takerSide === 'buy' ? [traded, quote] : [quote, traded];
  const terms = { makerTerms: maker.fees, takerTerms: taker.fees, maxFeeBps };
  return { makerSold, takerSold, fees: tradeFees({ makerSold, takerSold, ...terms }) };
}

/** What leaves the account: sold less a rebate in that token. */
export const netSold = (leg: Pick<Leg, 'sold' | 'rebate' | 'rebateInBought'>): TokenAmount =>
  leg.rebateInBought ? leg.sold : amount(leg.sold - leg.rebate);

/** What the account is credited: bought less all fees, plus a rebate in that token. */
export const netBought = (leg: {
  readonly bought: TokenAmount;
  readonly fee: TokenAmount;
  readonly rebate: TokenAmount;
  readonly rebateInBought: boolean;
}): TokenAmount => amount(leg.bought - leg.fee + (leg.rebateInBought ? leg.rebate : 0n));

/** Signed minus matched; what was bought better than signed doesn't count below 0. */
export const lessMatched = (remaining: TokenAmount, matched: TokenAmount): TokenAmount =>
  amount(maxAmount(remaining - matched, 0n));
