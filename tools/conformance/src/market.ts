import { httpBookLine, list, tokenInfo } from '@exchange/test/seed-client';
import { parseUnits, ZeroAddress } from 'ethers';
import type { RestProbe } from './strict/rest-probe';

export interface Token {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
}

/** A market with amounts that are well above its minimums: one lot is `lot` of the traded token for `price` of the quote. */
export interface ListedPair {
  readonly id: string;
  readonly traded: Token;
  readonly quote: Token;
  readonly lot: bigint;
  readonly price: bigint;
}

/** What `/listed` answers. */
export interface ShownListing {
  readonly tokens: Readonly<Record<string, { contract: string; decimals: number }>>;
  readonly markets: Readonly<Record<string, { traded: string; quote: string }>>;
}

/**
 * The markets that a run can trade in: those that are quoted in the chain's coin first, and of them the quietest; the
 * run needs two of these, and one in which the coin is traded.
 */
export async function findMarkets(rest: RestProbe, listed: ShownListing): Promise<readonly ListedPair[]> {
  const found: { market: ListedPair; isInCoin: boolean; lines: number }[] = [];
  for (const [id, { traded, quote }] of Object.entries(listed.markets)) {
    const lines = await rest.data<unknown[]>(`/market/${id}/orderbook`, list(httpBookLine));
    const market = await marketOf(rest, listed, id, traded, quote);
    found.push({ market, isInCoin: market.quote.contract === ZeroAddress, lines: lines.length });
  }
  found.sort((a, b) => Number(b.isInCoin) - Number(a.isInCoin) || a.lines - b.lines);
  const isEnough =
    found.filter(({ isInCoin }) => isInCoin).length >= 2 &&
    found.some(({ market }) => market.traded.contract === ZeroAddress);
  if (!isEnough) {
    throw new Error(
      "the run needs two markets that are quoted in the chain's coin, and one that trades the coin",
    );
  }
  return found.map(({ market }) => market);
}

/** A rate's first two digits: so that cases can go some percent up and down without a rounded rate. */
function shortened(rate: string): string {
  let digits = 0;
  return rate.replace(/\d/g, (digit) => {
    if (digits > 0 || digit !== '0') digits += 1;
    return digits > 2 ? '0' : digit;
  });
}

/** A lot is worth at most so many of the least orders, and at least two fifths of that. */
const LEAST_ORDERS = 25n;
/** Without any trade a lot is so many times the token's minimum. */
const LEAST_AMOUNTS = 10n;

async function marketOf(
  rest: RestProbe,
  listed: ShownListing,
  id: string,
  tradedSymbol: string,
  quoteSymbol: string,
): Promise<ListedPair> {
  const token = (symbol: string): Token => {
    const known = listed.tokens[symbol];
    if (known === undefined) throw new Error(`market ${id} has a token ${symbol} that isn't listed`);
    return { symbol, ...known };
  };
  const [traded, quote] = [token(tradedSymbol), token(quoteSymbol)];
  const least = async ({ contract }: Token) => {
    const path = `/token-info/by-contract/${contract}`;
    return BigInt((await rest.data<{ minOrderAmount: string }>(path, tokenInfo)).minOrderAmount);
  };
  const dear = (await least(quote)) * LEAST_ORDERS;
  const { body } = await rest.answer(`/market/${id}/ticker`);
  const { rate } = (body as { data: { rate: string } }).data;
  if (rate === '0') return { id, traded, quote, lot: (await least(traded)) * LEAST_AMOUNTS, price: dear };
  const perToken = parseUnits(shortened(rate), quote.decimals);
  const lot = lotOf(traded, perToken, dear);
  return { id, traded, quote, lot, price: (perToken * lot) / 10n ** BigInt(traded.decimals) };
}

/** At most ten thousand whole tokens, by steps of 1, 2 and 5 so few that they aren't worth more than `dear`. */
function lotOf({ decimals }: Token, perToken: bigint, dear: bigint): bigint {
  const token = 10n ** BigInt(decimals);
  for (let unit = 10_000n * token; unit > 10n; unit /= 10n) {
    const fitting = [unit, unit / 2n, unit / 5n].find((lot) => lot * perToken <= dear * token);
    if (fitting !== undefined) return fitting;
  }
  throw new Error(`a token at ${perToken} is too dear for the run`);
}
