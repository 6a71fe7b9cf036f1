import {
  address,
  amount,
  listOf,
  marketId,
  object,
  optional,
  storableText,
  text,
  texts,
  uint,
  type ValueOf,
} from '../codec';
import { marketStatus } from '../market/control-input';

/** What may change of a token while people own it: all but its symbol, which names it. Amounts in its smallest unit. */
export const tokenEdit = object({
  symbol: storableText,
  name: storableText,
  minOrderAmount: amount,
  minOrderRemaining: amount,
  description: storableText,
  links: texts,
  /** Least amount of a submitted withdrawal; absent: what its fee asks for. */
  minWithdrawal: optional(amount),
});
export type TokenEdit = ValueOf<typeof tokenEdit>;

/** A listed token (seed: Token info); supply in whole tokens. */
export const tokenListing = object({
  ...tokenEdit.members,
  contract: address,
  decimals: uint,
  supply: storableText,
});
export type TokenListing = ValueOf<typeof tokenListing>;

/** What may change of a market while orders are in its book, in smallest units of the quote token. */
export const marketEdit = object({
  market: marketId,
  minOrderAmountQuote: amount,
  minOrderRemainingQuote: amount,
});
export type MarketEdit = ValueOf<typeof marketEdit>;

/** What an operator says of a market; traded and quote are symbols. */
export const marketTerms = object({ ...marketEdit.members, traded: text, quote: text });
export type MarketTerms = ValueOf<typeof marketTerms>;

/** A listed market. */
export const marketListing = object({ ...marketTerms.members, index: uint, status: marketStatus });
export type MarketListing = ValueOf<typeof marketListing>;

/** Everything that is listed. */
export const listing = object({ tokens: listOf(tokenListing), markets: listOf(marketListing) });
export type Listing = ValueOf<typeof listing>;
