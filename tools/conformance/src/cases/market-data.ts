import { setTimeout as sleep } from 'node:timers/promises';
import { inSection } from '../case';
import { falls, holds, is } from '../expectations';
import type { Connection, Packet } from '../strict/connection';
import { BAR_PRECISIONS, BOOK_EVENTS } from '../strict/seed-tables';
import type { World } from '../world';

const subscriptions = inSection('Subscriptions');
const commands = inSection('Websocket commands');
const QUIET_MS = 500;

type Line = readonly [direction: number, rate: string, amount: string, count: number];
type Bar = readonly [time: number, open: number, high: number, low: number, close: number, volume: number];
interface Bars {
  readonly bars: Bar[];
  readonly from: number;
  readonly to: number;
  readonly precision: string;
  readonly last: boolean;
}

/** Makes a trade of one lot at a percentage of the price. */
async function trade({ alice, bob, wish }: World, percent: number): Promise<void> {
  await alice.place(wish('sell', 1, percent));
  const taker = await bob.place(wish('buy', 1, percent));
  await bob.untilOrder('over', taker.id, ({ active }) => !active);
}

/** A book as a client holds it: a snapshot and the updates after it. */
function replay(packets: readonly Packet[]): Map<string, Line> {
  const book = new Map<string, Line>();
  const apply = (line: Line) => {
    const key = `${line[0]} ${line[1]}`;
    if (line[2] === '0' && line[3] === 0) book.delete(key);
    else book.set(key, line);
  };
  for (const { event, message } of packets) {
    if (event === 'obs') {
      book.clear();
      (message as Line[]).forEach(apply);
    } else if (event === 'ob') apply(message as Line);
  }
  return book;
}

async function subscribed(world: World, markets: string[], events: string[]): Promise<Connection> {
  const connection = await world.connection();
  await connection.send([{ c: 'subscribe', markets, events }]);
  return connection;
}

interface WatchedBook {
  /** All packets of a client that saw orders come and go. */
  readonly watched: readonly Packet[];
  /** Those of one that came afterwards. */
  readonly fresh: readonly Packet[];
}

let watchedBooks: Promise<Map<string, WatchedBook>> | undefined;

/** Lets a client per book subscription watch orders come and go, and another one look at the end. */
async function watchBooks(world: World): Promise<Map<string, WatchedBook>> {
  const { alice, bob } = world;
  const subscribe = (event: string) => subscribed(world, [world.market.id], [event]);
  const watching = await Promise.all(BOOK_EVENTS.map(subscribe));
  await Promise.all(watching.map((one) => one.find('the snapshot', 0, ({ event }) => event === 'obs')));
  const gone = await alice.place(world.wish('sell', 1, 133));
  await bob.place(world.wish('buy', 1, 61));
  for (const percent of [134, 135, 141]) await alice.place(world.wish('sell', 2, percent));
  await alice.call({ c: 'cancelOrder', id: gone.id }, 'o');
  await bob.place(world.wish('buy', 3, 134));
  await sleep(QUIET_MS);
  const late = await Promise.all(BOOK_EVENTS.map(subscribe));
  await Promise.all(late.map((one) => one.find('a fresh snapshot', 0, ({ event }) => event === 'obs')));
  await sleep(QUIET_MS);
  for (const one of [...watching, ...late]) one.close();
  await Promise.all([alice.cancelAll(), bob.cancelAll()]);
  return new Map(
    BOOK_EVENTS.map((event, index) => [
      event,
      { watched: watching[index]?.packets ?? [], fresh: late[index]?.packets ?? [] },
    ]),
  );
}

const sorted = (book: Map<string, Line>): Line[] =>
  [...book.values()].sort((a, b) => a[0] - b[0] || Number(a[1]) - Number(b[1]));

export const marketDataCases = [
  subscriptions('trades answers with tradeSnapshot, newest first, then trade events', async (world) => {
    const connection = await world.connection();
    const command = { c: 'subscribe', markets: [world.market.id], events: ['trades'] };
    const { channel, message } = await connection.call(command, 'ts');
    is(channel, world.market.id, 'channel');
    falls(
      (message as [number][]).map(([id]) => id),
      'trade ids',
    );
    await trade(world, 120);
    const told = await connection.find('the trade', 0, ({ event }) => event === 't');
    is(
      (told.message as unknown[]).slice(1, 4),
      [1, await lastRate(world), `${world.market.lot}`],
      'DIRECTION, RATE, AMOUNT',
    );
    connection.close();
  }),
  subscriptions('ticker answers with the last ticker, then updates', async (world) => {
    const connection = await world.connection();
    await connection.call({ c: 'subscribe', markets: [world.market.id], events: ['ticker'] }, 'ti');
    await trade(world, 121);
    const rate = await lastRate(world);
    const told = await connection.find(
      'the ticker',
      0,
      ({ event, message }) => event === 'ti' && (message as [string])[0] === rate,
    );
    const { message } = await connection.call({ c: 'getTicker', market: world.market.id }, 'ti');
    is(message, told.message, 'getTicker');
    connection.close();
  }),
  ...BOOK_EVENTS.map((event) =>
    subscriptions(
      `${event} answers with orderBookSnapshot, then orderBook events that keep it true`,
      async (world) => {
        const { watched, fresh } = (await (watchedBooks ??= watchBooks(world))).get(event) as WatchedBook;
        is(watched.at(0)?.event === 'c' && watched.at(1)?.event, 'obs', 'the first packet after the config');
        holds(
          watched.some((packet) => packet.event === 'ob'),
          'updates came',
        );
        const [kept, now] = [sorted(replay(watched)), sorted(replay(fresh))];
        is(kept, now, 'the book of the first client');
        const [depth, digits] = [Number(/^book(\d+)d/.exec(event)?.[1] ?? Infinity), Number(event.at(-1))];
        for (const side of [0, 1]) {
          holds(
            now.filter(([direction]) => direction === side).length <= depth,
            `at most ${depth} lines per side`,
          );
        }
        holds(
          now.every(([, rate]) => significantDigits(rate) <= digits),
          `at most ${digits} digits`,
        );
        const [bids, asks] = [1, 0].map((side) =>
          now.filter(([direction]) => direction === side).map(([, rate]) => Number(rate)),
        );
        holds(Math.max(...(bids ?? []), 0) < Math.min(...(asks ?? []), Infinity), 'the book is not crossed');
      },
    ),
  ),
  subscriptions('subscribe with an unknown market or event is refused as a whole', async (world) => {
    const connection = await world.connection();
    await connection.refusal({ c: 'subscribe', markets: [world.market.id, 'NOSUCH'], events: ['trades'] });
    await connection.refusal({ c: 'subscribe', markets: [world.market.id], events: ['trades', 'nosuch'] });
    await sleep(QUIET_MS);
    is(connection.packets.filter(({ event }) => event === 'ts').length, 0, 'snapshots');
    connection.close();
  }),
  commands('unSubscribe ends the updates', async (world) => {
    const connection = await world.connection();
    const pair = { markets: [world.market.id], events: ['trades'] };
    await connection.call({ c: 'subscribe', ...pair }, 'ts');
    await connection.call({ c: 'unSubscribe', ...pair }, 'm');
    await trade(world, 122);
    await sleep(QUIET_MS);
    is(connection.packets.filter(({ event }) => event === 't').length, 0, 'trades after it');
    connection.close();
  }),
  subscriptions('rate tells the average rate of a conversion pair', async (world) => {
    const connection = await world.connection();
    const { channel, message } = await connection.call(
      { c: 'subscribe', markets: ['ETHUSD'], events: ['rate'] },
      'r',
    );
    is(channel, 'ETHUSD', 'channel');
    holds((message as number) > 0, 'the rate is above 0');
    await connection.refusal({ c: 'subscribe', markets: ['ETHXXX'], events: ['rate'] });
    await connection.refusal({ c: 'subscribe', markets: ['NOSUCHUSD'], events: ['rate'] });
    connection.close();
  }),
  inSection('added: subscriptions')('bars and chainStats', async (world) => {
    const connection = await world.connection();
    await connection.send([
      { c: 'subscribe', markets: [world.market.id], events: ['bars_1m'] },
      { c: 'subscribe', markets: ['ethereum'], events: ['chainStats'] },
    ]);
    await connection.find('chain statistics', 0, ({ event }) => event === 'cs');
    await trade(world, 123);
    await connection.find('the running bar', 0, ({ event }) => event === 'bar');
    connection.close();
  }),
  commands('getOrderBookSnapshot answers the lines of a market', async (world) => {
    const connection = await world.connection();
    const ask = { c: 'getOrderBookSnapshot', market: world.market.id };
    for (const more of [{}, { limit: 20 }, { limit: 100, decimals: 3 }]) {
      is((await connection.call({ ...ask, ...more }, 'obs')).channel, world.market.id, 'channel');
    }
    await connection.refusal({ ...ask, limit: 50 });
    connection.close();
  }),
  commands('getTokenInfo answers by symbol and by contract', async (world) => {
    const { symbol, contract } = world.market.traded;
    const connection = await world.connection();
    const { message } = await connection.call({ c: 'getTokenInfo', symbol }, 'toi');
    for (const field of [{ contract }, { token: symbol }, { token: contract }]) {
      is((await connection.call({ c: 'getTokenInfo', ...field }, 'toi')).message, message, 'the same token');
    }
    await connection.refusal({ c: 'getTokenInfo', symbol: 'NOSUCH' });
    connection.close();
  }),
  commands(
    'getBarData answers the bars of each precision, newest first, and says when nothing is older',
    async (world) => {
      const connection = await world.connection();
      await trade(world, 124);
      const [from, to] = [0, Math.floor(Date.now() / 1000)];
      for (const [precision, seconds] of Object.entries(BAR_PRECISIONS)) {
        const ask = { c: 'getBarData', from, to, market: world.market.id, precision };
        let answer: Bars | undefined;
        for (let tries = 0; tries < 10 && (answer?.bars.length ?? 0) === 0; tries += 1) {
          if (tries > 0) await sleep(QUIET_MS);
          answer = (await connection.call(ask, 'bd')).message as Bars;
        }
        holds(answer !== undefined && answer.bars.length > 0, `bars of ${precision}`);
        is(
          [answer.from, answer.to, answer.precision, answer.last],
          [from, to, precision, true],
          'echoes and last',
        );
        falls(
          answer.bars.map(([time]) => time),
          'times of the bars',
        );
        for (const [time, open, high, low, close, volume] of answer.bars) {
          const weekday = precision === '1w' ? 4 * 86_400 * 1000 : 0;
          is((time - weekday) % (seconds * 1000), 0, `${precision} opens on a UTC boundary, rest`);
          holds(
            low <= Math.min(open, close) && high >= Math.max(open, close) && volume > 0,
            'low, high and volume',
          );
        }
      }
      await connection.refusal({ c: 'getBarData', from: 2, to: 1, market: world.market.id, precision: '1m' });
      await connection.refusal({ c: 'getBarData', from, to, market: world.market.id, precision: '2m' });
      connection.close();
    },
  ),
];

async function lastRate(world: World): Promise<string> {
  const { body } = await world.rest.answer(`/market/${world.market.id}/trades?limit=1`);
  return (body as { data: { trades: { rate: string }[] } }).data.trades[0]?.rate ?? '';
}

const significantDigits = (rate: string): number =>
  rate.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
