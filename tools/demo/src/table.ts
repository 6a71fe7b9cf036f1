import { RestClient } from '@exchange/client';
import { assert } from '@exchange/core/kernel';
import type { Seat } from './behaviour';
import { Crew } from '../../kit/trading/crew';
import type { DemoOptions } from './options';
import { PriceWalk } from './price-walk';
import { seededRandom } from '../../kit/random';

const MAKERS_PER_MARKET = 3;
const TAKERS_PER_MARKET = 2;
const SEATS_PER_MARKET = MAKERS_PER_MARKET + TAKERS_PER_MARKET;

/** Everybody who takes part, and what they share. */
export interface DemoTable {
  readonly seats: readonly Seat[];
  readonly crew: Crew;
  readonly walk: PriceWalk;
}

/** Whether the nth seat is a maker's. */
export const makes = (index: number): boolean => index % SEATS_PER_MARKET < MAKERS_PER_MARKET;

async function listedMarkets(rest: string): Promise<Seat['market'][]> {
  const { tokens, markets } = await new RestClient(rest).listed();
  const token = (symbol: string) => {
    const listed = tokens[symbol];
    assert(listed !== undefined, `${symbol} is in a market, but not listed`);
    return { symbol, contract: listed.contract, decimals: listed.decimals };
  };
  return Object.entries(markets).map(([id, { traded, quote }]) => ({
    id,
    traded: token(traded),
    quote: token(quote),
  }));
}

/** Markets with a price for both tokens; those that an operator listed beside them are left alone, and named. */
function tradableMarkets(markets: readonly Seat['market'][], walk: PriceWalk): Seat['market'][] {
  const tradable = markets.filter(({ traded, quote }) => walk.knows(traded.symbol, quote.symbol));
  const left = markets.filter((market) => !tradable.includes(market)).map(({ id }) => id);
  if (left.length > 0) console.log(`demo: no price for the tokens of ${left.join(', ')}; left alone`);
  assert(tradable.length > 0, 'the demo knows a price for none of the listed markets');
  return tradable;
}

/** Seats for makers and takers of each market; nobody is connected yet. */
export async function openTable(options: DemoOptions, leaving: AbortSignal): Promise<DemoTable> {
  const { endpoints, seed } = options;
  const walk = new PriceWalk(seededRandom(seed));
  const markets = tradableMarkets(await listedMarkets(endpoints.rest), walk);
  const crew = new Crew(endpoints, leaving);
  const seats = markets.flatMap((market, place) =>
    Array.from({ length: SEATS_PER_MARKET }, (_, seat) => {
      const index = place * SEATS_PER_MARKET + seat;
      return { trader: crew.trader(index), market, walk, random: seededRandom(seed * 1_000 + index) };
    }),
  );
  return { seats, crew, walk };
}
