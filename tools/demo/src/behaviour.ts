import type { Side } from '@exchange/core/kernel';
import type { PriceWalk } from './price-walk';
import type { Random } from '../../kit/random';
import type { HeldToken, DemoTrader } from '../../kit/trading/trader';
import { type DemoMarket, orderWish } from './wish';

export interface Seat {
  readonly trader: DemoTrader;
  readonly market: DemoMarket & { readonly traded: HeldToken; readonly quote: HeldToken };
  readonly walk: PriceWalk;
  readonly random: Random;
}

const ORDERS_PER_SIDE = 6;
const SPREAD_PPM = 400;
const DEPTH_PPM = 8_000;
/** How far beyond the fair rate a taker goes. */
const REACH_PPM = 2_500;
const MAKER_DOLLARS = [200, 3_000] as const;
const TAKER_DOLLARS = [50, 1_500] as const;
const TAKER_PATIENCE_MS = 800;
/** Of a trader's means, what one withdrawal takes. */
const WITHDRAWN_PPM = 2_000n;
const MILLION = 1_000_000n;

/** Keeps a book on both sides: each time one new order on each side, and away with the oldest. */
export async function make({ trader, market, walk, random }: Seat): Promise<void> {
  for (const side of ['buy', 'sell'] as const) {
    const [oldest] = trader.open[side];
    if (oldest !== undefined && trader.open[side].size >= ORDERS_PER_SIDE) await trader.cancel(oldest);
    const away = random.between(SPREAD_PPM, DEPTH_PPM);
    await trader.place(
      orderWish(market, walk.prices, {
        side,
        dollars: random.between(...MAKER_DOLLARS),
        offsetPpm: side === 'buy' ? -away : away,
      }),
    );
  }
}

/** Takes what the book has near the fair rate, and cancels what is left of the order. */
export async function take({ trader, market, walk, random }: Seat): Promise<void> {
  const side: Side = random.pick(['buy', 'sell']);
  const id = await trader.place(
    orderWish(market, walk.prices, {
      side,
      dollars: random.between(...TAKER_DOLLARS),
      offsetPpm: side === 'buy' ? REACH_PPM : -REACH_PPM,
    }),
  );
  if (id === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, TAKER_PATIENCE_MS));
  if (trader.open[side].has(id)) await trader.cancel(id);
}

/** Takes a little out to the chain, and brings the same back. */
export async function withdrawAndReturn({ trader, market, random }: Seat): Promise<void> {
  const token = random.pick([market.traded, market.quote]);
  const amount = ((await trader.usable(token)) * WITHDRAWN_PPM) / MILLION;
  if (amount === 0n) return;
  await trader.withdraw(token, amount);
  await trader.deposit(token, amount);
}
