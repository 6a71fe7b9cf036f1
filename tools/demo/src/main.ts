import { RestClient } from '@exchange/client';
import { assert } from '@exchange/core/kernel';
import { JsonRpcProvider, ZeroAddress } from 'ethers';
import { make, type Seat, take, withdrawAndReturn } from './behaviour';
import { ChainAccount } from './chain-account';
import { fund } from './funding';
import { traderKey } from './keys';
import { type DemoOptions, demoOptions, USAGE } from './options';
import { PriceWalk } from './price-walk';
import { seededRandom } from './random';
import { Rounds } from './rounds';
import { Tally } from './tally';
import { Trader } from './trader';

const MAKERS_PER_MARKET = 3;
const TAKERS_PER_MARKET = 2;
const SEATS_PER_MARKET = MAKERS_PER_MARKET + TAKERS_PER_MARKET;

const PRICE_EVERY_MS = 1_000;
const MAKE_EVERY_MS = 2_500;
const TAKE_EVERY_MS = 3_000;
const WITHDRAW_EVERY_MS = 45_000;
const STATUS_EVERY_MS = 10_000;
const CHAIN_POLL_MS = 250;

type Market = Seat['market'];

async function listedMarkets(rest: string): Promise<Market[]> {
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

/** Three who make and two who take for each market. */
function takeSeats(
  { endpoints, seed }: DemoOptions,
  markets: readonly Market[],
  provider: JsonRpcProvider,
  walk: PriceWalk,
  tally: Tally,
): Seat[] {
  return markets.flatMap((market, place) =>
    Array.from({ length: SEATS_PER_MARKET }, (_, seat) => {
      const index = place * SEATS_PER_MARKET + seat;
      const chain = new ChainAccount(traderKey(index), provider, endpoints.contract);
      const random = seededRandom(seed * 1_000 + index);
      return { trader: new Trader(chain, endpoints.ws, tally), market, walk, random };
    }),
  );
}

async function run(options: DemoOptions, stopped: Promise<unknown>): Promise<void> {
  const { endpoints, seed } = options;
  const provider = new JsonRpcProvider(endpoints.rpc, endpoints.chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
  });
  provider.pollingInterval = CHAIN_POLL_MS;
  const tally = new Tally();
  const walk = new PriceWalk(seededRandom(seed));
  const seats = takeSeats(options, await listedMarkets(endpoints.rest), provider, walk, tally);
  const bankerKey = endpoints.accounts.at(-1)?.privateKey;
  assert(bankerKey !== undefined, 'endpoints.json names no account');
  const banker = new ChainAccount(bankerKey, provider, endpoints.contract);
  console.log(`demo: ${seats.length} traders come and deposit…`);
  const arrived = Promise.all(
    seats.map(async (seat) => {
      await seat.trader.arrive();
      await fund(banker, seat, ZeroAddress);
    }),
  );
  await Promise.race([arrived, stopped]);

  const rounds = new Rounds((error) => {
    tally.refused(error);
  });
  rounds.every(PRICE_EVERY_MS, () => {
    walk.tick();
  });
  rounds.every(STATUS_EVERY_MS, () => {
    console.log(`demo: ${tally.text}`);
  });
  seats.forEach((seat, index) => {
    const makes = index % SEATS_PER_MARKET < MAKERS_PER_MARKET;
    rounds.every(makes ? MAKE_EVERY_MS : TAKE_EVERY_MS, () => (makes ? make(seat) : take(seat)));
    rounds.every(WITHDRAW_EVERY_MS, () => withdrawAndReturn(seat));
  });
  console.log('demo: the traders trade');
  await stopped;
  await rounds.end();
  await Promise.all(seats.map(({ trader }) => trader.leave()));
  provider.destroy();
  console.log(`demo: ended; ${tally.text}`);
}

/** Resolves at a signal, or when the time is over. */
function stopOf(seconds: number | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    if (seconds !== undefined) setTimeout(resolve, seconds * 1_000).unref();
  });
}

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(USAGE);
else {
  try {
    const options = demoOptions(args, process.env);
    await run(options, stopOf(options.seconds));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
