import type { ExchangeClient } from '@exchange/client';
import type { CommandOf } from '@exchange/core/wire';
import type { DemoTrader } from '../../kit/trading/trader';
import { signedOrder } from '../../kit/trading/signed-order';

const TAKEN = '0.02';
/** One resting order serves so many takers, so that its record stays short. */
const TAKERS_PER_MAKER = 50;
const MADE = '1';

export interface Samples {
  /** Sent until the order's first status, ms. */
  readonly accepted: number[];
  /** Sent until both sides know of the trade, ms. */
  readonly filled: number[];
}

/** Resolves with the time at which the client is told of its next trade. */
const nextTrade = (client: ExchangeClient): Promise<number> =>
  new Promise((resolve) => {
    const stop = client.on('userTrade', () => {
      stop();
      resolve(performance.now());
    });
  });

async function measureOne(
  maker: DemoTrader,
  taker: DemoTrader,
  order: CommandOf<'placeOrder'>,
  samples: Samples,
) {
  const told = Promise.all([nextTrade(maker.client), nextTrade(taker.client)]);
  const sent = performance.now();
  await taker.client.request(order);
  samples.accepted.push(performance.now() - sent);
  samples.filled.push(Math.max(...(await told)) - sent);
}

/** Lets the taker take `orders` times from what the maker offers, one after the other. */
export async function measure(maker: DemoTrader, taker: DemoTrader, orders: number): Promise<Samples> {
  const samples: Samples = { accepted: [], filled: [] };
  for (let done = 0; done < orders; done += TAKERS_PER_MAKER) {
    const count = Math.min(TAKERS_PER_MAKER, orders - done);
    const takers = await Promise.all(
      Array.from({ length: count }, () => signedOrder(taker.client, taker.chain.wallet, 'buy', TAKEN)),
    );
    await maker.client.request(await signedOrder(maker.client, maker.chain.wallet, 'sell', MADE));
    for (const order of takers) await measureOne(maker, taker, order, samples);
  }
  await maker.client.cancelOrders();
  return samples;
}
