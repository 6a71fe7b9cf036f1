import { setTimeout as sleep } from 'node:timers/promises';
import { inSection } from '../../case';
import { holds, is } from '../../expectations';
import type { ConformanceAccount } from '../../account';
import type { World } from '../../world';

const kinds = inSection('placeOrder');
const SHOWN_MS_MAX = 5_000;
const SHOWN_EVERY_MS = 50;

interface Line {
  readonly direction: string;
  readonly rate: string;
  readonly amount: string;
}

async function bookAmount(world: World, direction: 'BUY' | 'SELL', rate: string): Promise<bigint> {
  const { body } = await world.rest.answer(`/market/${world.market.id}/orderbook?limit=100`);
  const { data } = body as { data: Line[] };
  return BigInt(data.find((line) => line.direction === direction && line.rate === rate)?.amount ?? 0);
}

/** The same as soon as there is any: REST may know of an order a little later than its account. */
async function shownAmount(world: World, direction: 'BUY' | 'SELL', rate: string): Promise<bigint> {
  for (const end = Date.now() + SHOWN_MS_MAX; ; await sleep(SHOWN_EVERY_MS)) {
    const amount = await bookAmount(world, direction, rate);
    if (amount !== 0n || Date.now() > end) return amount;
  }
}

const ended = (account: ConformanceAccount, id: number) =>
  account.untilOrder('over', id, ({ active }) => !active);

export const orderKindCases = [
  kinds('a hidden order is not shown in the book, and trades', async (world) => {
    const { alice, bob } = world;
    const shown = await alice.place(world.wish('sell', 1, 130));
    const hidden = await alice.place(world.wish('sell', 1, 130, { fields: { hidden: true } }));
    is(hidden.hidden, true, 'HIDDEN');
    is(
      await shownAmount(world, 'SELL', shown.bookRate),
      world.market.lot,
      'the level shows the visible order only',
    );
    const taker = await bob.place(world.wish('buy', 2, 130));
    is((await ended(bob, taker.id)).canceled, false, 'the taker is filled, CANCELED');
    is((await ended(alice, hidden.id)).trades.length, 1, 'trades of the hidden order');
  }),
  kinds('a post-only order that would take is canceled; one that would not rests', async (world) => {
    const { alice, bob } = world;
    const maker = await alice.place(world.wish('sell', 1, 130));
    const taking = await bob.place(world.wish('buy', 1, 130, { fields: { postOnly: true } }));
    const over = await ended(bob, taking.id);
    is([over.canceled, over.trades], [true, []], 'CANCELED, TRADES');
    holds(over.info.length > 0, 'INFO_STRING says why');
    const resting = await bob.place(world.wish('buy', 1, 60, { fields: { postOnly: true } }));
    is(resting.active, true, 'ACTIVE');
    await bob.cancelAll();
    await alice.call({ c: 'cancelOrder', id: maker.id }, 'o');
  }),
  kinds('an immediate-or-cancel order trades what it can, and the remainder is canceled', async (world) => {
    const { alice, bob } = world;
    await alice.place(world.wish('sell', 1, 130));
    const taker = await bob.place(world.wish('buy', 3, 130, { fields: { immediateOrCancel: true } }));
    const over = await ended(bob, taker.id);
    is([over.canceled, over.trades.length], [true, 1], 'CANCELED, number of TRADES');
    const alone = await bob.place(world.wish('buy', 1, 60, { fields: { immediateOrCancel: true } }));
    is((await ended(bob, alone.id)).trades, [], 'TRADES of one that meets nobody');
  }),
  kinds('a fill-or-kill order trades in full or not at all', async (world) => {
    const { alice, bob } = world;
    const maker = await alice.place(world.wish('sell', 2, 130));
    const killed = await bob.place(world.wish('buy', 3, 130, { fields: { fillOrKill: true } }));
    const over = await ended(bob, killed.id);
    is([over.canceled, over.trades], [true, []], 'CANCELED, TRADES of one that is too large');
    const filled = await bob.place(world.wish('buy', 2, 130, { fields: { fillOrKill: true } }));
    const done = await ended(bob, filled.id);
    is([done.canceled, done.sellRemaining > 0n], [false, false], 'CANCELED, anything left of one that fits');
    await ended(alice, maker.id);
  }),
  kinds('at most one of postOnly, immediateOrCancel and fillOrKill', async ({ alice, wish }) => {
    await alice.refusedOrder(wish('buy', 1, 50, { fields: { postOnly: true, fillOrKill: true } }));
    await alice.refusedOrder(wish('buy', 1, 50, { fields: { immediateOrCancel: true, fillOrKill: true } }));
  }),
  kinds(
    'a stop order enters the book when the market crosses its rate, and then has no stop rate',
    async (world) => {
      const { alice, bob } = world;
      const { rate: last } = await lastTradeAt(world, 110);
      const stopRate = await rateAt(world, 140);
      const stop = await alice.place(world.wish('buy', 1, 200, { fields: { stopRate } }));
      is([stop.stopRate, stop.active], [stopRate, true], 'STOP_RATE, ACTIVE');
      holds(stopRate !== last, 'the market is elsewhere');
      is(await bookAmount(world, 'BUY', stop.bookRate), 0n, 'it is not in the book');
      await bob.place(world.wish('sell', 2, 140));
      await alice.place(world.wish('buy', 1, 140));
      const triggered = await alice.untilOrder('triggered', stop.id, (one) => one.stopRate === null);
      is(triggered.stopRate, null, 'STOP_RATE');
      is((await ended(alice, stop.id)).canceled, false, 'it meets what is left, CANCELED');
    },
  ),
  kinds('a stop order that waits can be canceled', async (world) => {
    const { alice } = world;
    const stopRate = await rateAt(world, 900);
    const stop = await alice.place(world.wish('buy', 1, 900, { fields: { stopRate } }));
    await alice.call({ c: 'cancelOrder', id: stop.id }, 'o');
    is((await ended(alice, stop.id)).canceled, true, 'CANCELED');
  }),
  kinds('a pegged order follows the rate of its currency, never worse than signed', async (world) => {
    const { alice, market } = world;
    const pair = `${market.quote.symbol}USD`;
    const connection = await world.connection();
    const rate = (await connection.call({ c: 'subscribe', markets: [pair], events: ['rate'] }, 'r'))
      .message as number;
    connection.close();
    // Far better than signed, so that the peg decides.
    const signed = world.wish('sell', 1, 100);
    const lots = Number(market.lot) / 10 ** market.traded.decimals;
    const perToken = Number(market.price) / 10 ** market.quote.decimals / lots;
    const wanted = perToken * 3 * rate;
    const peggedRate = String(Number(wanted.toPrecision(5)));
    const order = await alice.place({ ...signed, fields: { peggedTo: 'USD', peggedRate } });
    is([order.peggedCurrency, order.peggedRate], ['USD', peggedRate], 'PEGGED_CURRENCY, PEGGED_RATE');
    const placed = await alice.untilOrder('in the book', order.id, (one) => {
      const expected = Number(peggedRate) / rate;
      return Math.abs(Number(one.bookRate) / expected - 1) < 0.05;
    });
    holds(Number(placed.bookRate) > 0, 'BOOK_RATE');
    await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
    await alice.refusedOrder(world.wish('sell', 1, 200, { fields: { peggedTo: 'USD' } }));
    await alice.refusedOrder(world.wish('sell', 1, 200, { fields: { peggedTo: 'XXX', peggedRate: '1' } }));
  }),
  kinds('rebateToken is buy or sell', async ({ alice, wish }) => {
    for (const rebateToken of ['buy', 'sell']) {
      const order = await alice.place(wish('buy', 1, 50, { fields: { rebateToken } }));
      await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
    }
    await alice.refusedOrder(wish('buy', 1, 50, { fields: { rebateToken: 'both' } }));
  }),
  inSection('added: order rules')('an order never trades with another of its account', async (world) => {
    const { alice } = world;
    const maker = await alice.place(world.wish('sell', 1, 130));
    const taker = await alice.place(world.wish('buy', 1, 130));
    const over = await ended(alice, maker.id);
    is([over.canceled, over.trades], [true, []], 'CANCELED, TRADES of the resting one');
    is(
      (await alice.untilOrder('resting', taker.id, ({ active }) => active)).trades,
      [],
      'TRADES of the other',
    );
    await alice.cancelAll();
  }),
];

/** The rate of a level at a percentage of the price, as the exchange writes it. */
async function rateAt(world: World, percent: number): Promise<string> {
  const probe = await world.bob.place(world.wish('sell', 1, percent, { fields: { hidden: true } }));
  await world.bob.call({ c: 'cancelOrder', id: probe.id }, 'o');
  return probe.bookRate;
}

/** Makes a trade at a percentage of the price, so that the market is there. */
async function lastTradeAt(world: World, percent: number): Promise<{ rate: string }> {
  const maker = await world.alice.place(world.wish('sell', 1, percent));
  const taker = await world.bob.place(world.wish('buy', 1, percent));
  await ended(world.bob, taker.id);
  return { rate: maker.bookRate };
}
