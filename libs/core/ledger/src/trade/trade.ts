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

/** What one side gives and gets; fees in the bought token, the rebate in one of the two. */
export interface Leg {
  readonly sold: TokenAmount;
  readonly bought: TokenAmount;
  readonly tradeFee: TokenAmount;
  readonly settlementFee: TokenAmount;
  readonly rebate: TokenAmount;
  readonly rebateInBought: boolean;
}

/** The leg of one side. A rebate in the bought token needs a quota that covers it, else it is in the sold token. */
export function legOf(ledger: Ledger, trade: Trade, role: Role, boughtToken: Address): Leg {
  const { makerSold, takerSold, fees } = grossOf(ledger, trade);
  if (role === 'taker') {
    return { sold: takerSold, bought: makerSold, ...fees.taker, rebate: amount(0n), rebateInBought: false };
  }
  const { tradeFee, rebateInSold, rebateInBought } = fees.maker;
  const wanted = rebateWantedInBought(ledger, trade);
  const inBought = wanted > 0n && ledger.rebateQuota(boughtToken) >= wanted;
  return {
    sold: makerSold,
    bought: takerSold,
    tradeFee,
    settlementFee: amount(0n),
    rebate: inBought ? rebateInBought : rebateInSold,
    rebateInBought: inBought,
  };
}

/** What both sides give, and the fees of that. */
function grossOf({ maxFeeBps }: Ledger, { takerSide, traded, quote, maker, taker }: Trade) {
  const [makerSold, takerSold] = takerSide === 'buy' ? [traded, quote] : [quote, traded];
  const terms = { makerTerms: maker.fees, takerTerms: taker.fees, maxFeeBps };
  return { makerSold, takerSold, fees: tradeFees({ makerSold, takerSold, ...terms }) };
}

/** The rebate that the maker wants in the token that it bought; 0 when it wants none in that. */
export const rebateWantedInBought = (ledger: Ledger, trade: Trade): TokenAmount =>
  trade.maker.fees.rebateToken === 'buy' ? grossOf(ledger, trade).fees.maker.rebateInBought : ZERO_AMOUNT;

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
