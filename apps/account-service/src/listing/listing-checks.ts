import { DECIMALS_MAX, ok, reject, type Result } from '@exchange/core/kernel';
import type { MarketListing, MarketTerms, TokenEdit, TokenListing } from '@exchange/core/message';
import { isTakenChannel } from '@exchange/core/wire';

/** A traded amount of 10 000 units would be a fortune in a token without decimals (docs/interface, orders). */
const MIN_DECIMALS = 1;
const SYMBOL_PATTERN = /^[A-Za-z0-9_]{1,16}$/;

export const invalidListing = (message: string) => reject('INVALID_LISTING', message);

/** What holds for each token by itself. */
export function checkToken(token: TokenListing): Result<void> {
  if (!SYMBOL_PATTERN.test(token.symbol)) {
    return invalidListing('symbol must be 1 to 16 letters, digits or _');
  }
  if (token.decimals < MIN_DECIMALS || token.decimals > DECIMALS_MAX) {
    return invalidListing(`decimals must be ${MIN_DECIMALS} to ${DECIMALS_MAX}`);
  }
  return checkTexts(token);
}

/** Clients show both to people who decide by them. */
export function checkTexts({ name, description }: Pick<TokenListing, 'name' | 'description'>): Result<void> {
  if (name.trim() === '') return invalidListing('name must not be empty');
  if (description.trim() === '') return invalidListing('description must not be empty');
  return ok(undefined);
}

/** A market's id names its channel, which must be nothing else (docs/interface, values). */
export function checkMarketId({ market, traded, quote }: MarketTerms): Result<void> {
  if (market !== `${traded}${quote}`) return invalidListing(`the market id must be ${traded}${quote}`);
  if (!isTakenChannel(market)) return ok(undefined);
  return invalidListing(`${market} names a conversion pair or a channel, so it can't be a market`);
}

const TOKEN_VALUES: readonly (keyof TokenEdit)[] = [
  ...(['name', 'minOrderAmount', 'minOrderRemaining', 'description', 'links', 'minWithdrawal'] as const),
];
const MARKET_VALUES = ['minOrderAmountQuote', 'minOrderRemainingQuote'] as const;

/** What balances and orders stand on. */
const TOKEN_IDENTITY = ['symbol', 'contract', 'decimals'] as const;

/**
 * Refuses a token that isn't the listed one: INVALID_LISTING for another token, ALREADY_LISTED for other values of this
 * one. Its supply is what the chain says, whatever the operator says.
 */
export function checkSameToken(known: TokenListing, token: TokenListing): Result<void> {
  const { symbol, contract } = known;
  const identity = difference(known, token, TOKEN_IDENTITY);
  if (identity.length > 0) {
    return invalidListing(
      `${symbol} is listed with contract ${contract} and another ${identity.join(', ')}, which never changes`,
    );
  }
  return alreadyListed(symbol, difference<TokenEdit>(known, token, TOKEN_VALUES));
}

const alreadyListed = (name: string, differs: readonly string[]): Result<void> =>
  differs.length === 0
    ? ok(undefined)
    : reject('ALREADY_LISTED', `${name} is listed with another ${differs.join(', ')}, which can be edited`);

/** Refuses other values of a listed market: ALREADY_LISTED. */
export const checkSameMarket = (known: MarketListing, market: MarketTerms): Result<void> =>
  alreadyListed(known.market, difference<MarketTerms>(known, market, MARKET_VALUES));

function difference<V extends object>(known: V, other: V, values: readonly (keyof V)[]): string[] {
  return values.filter((value) => plain(known[value]) !== plain(other[value])).map(String);
}

/** Equal values have equal texts, in whatever order the links are. */
function plain(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).sort())
    : `${value}`;
}
