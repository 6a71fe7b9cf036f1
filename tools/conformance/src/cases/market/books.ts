import { BOOK_EVENTS, httpBookLine, list, type SeedConnection } from '@exchange/test/seed-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConformanceAccount } from '../../account';
import { inSection } from '../../case';
import { bookRateText } from '../../exact/book-rate';
import { cut, grouped, replayed, sorted } from '../../exact/book';
import { holds, is } from '../../expectations';
import type { OrderObject } from '../../order-object';
import type { Line } from '../../packets';
import type { World } from '../../world';

const subscriptions = inSection('Subscriptions');
/** More than a window of 100 lines shows. */
const LEVELS = 106;
const MAKERS = 4;
const STEP = 7n;
const QUIET_MS = 500;

/** An order of the run's own that shows in the book: its line at full precision. */
interface Shown {
  readonly account: ConformanceAccount;
  readonly order: OrderObject;
  readonly line: Line;
}

/** Offers at one of many levels; amounts and rates are odd, so that there is something to round. */
async function offer(
  world: World,
  account: ConformanceAccount,
  side: 'buy' | 'sell',
  level: number,
): Promise<Shown> {
  const { market, wish } = world;
  const away = BigInt(level) * STEP;
  const permille = side === 'sell' ? 1100n + away : 900n - away;
  const quote = (market.price * permille) / 1000n + BigInt(level);
  const traded = market.lot + BigInt(level);
  const amounts =
    side === 'sell' ? { sellAmount: traded, buyAmount: quote } : { sellAmount: quote, buyAmount: traded };
  const order = await account.place(wish(side, 1, 100, amounts));
  const { decimals } = market.traded;
  const rate = bookRateText(side, [traded, decimals], [quote, market.quote.decimals]);
  return { account, order, line: [side === 'buy' ? 1 : 0, rate, `${traded}`, 1] };
}

/** Clients of all book subscriptions, and what their books must be. */
class WatchedBooks {
  private shown: Shown[] = [];
  readonly watching = new Map<string, SeedConnection>();

  private constructor(
    private readonly world: World,
    /** What others had in the market before. */
    private readonly others: readonly Line[],
  ) {}

  /** Subscribes to every book of a market, then offers more levels on each side than a window has. */
  static async fill(world: World): Promise<WatchedBooks> {
    const connection = await world.connection();
    const ask = { c: 'getOrderBookSnapshot', market: world.market.id };
    const books = new WatchedBooks(world, (await connection.call(ask, 'obs')).message as Line[]);
    connection.close();
    for (const event of BOOK_EVENTS) books.watching.set(event, await books.subscribe(event));
    const makers = [world.alice, world.bob, ...(await world.fundedAccounts(MAKERS))];
    await Promise.all(
      makers.map(async (account, index) => {
        for (let level = index; level < LEVELS; level += makers.length) {
          for (const side of ['buy', 'sell'] as const) {
            books.shown.push(await offer(world, account, side, level));
          }
        }
      }),
    );
    // A second order at a level that is there already.
    books.shown.push(await offer(world, world.alice, 'sell', 1));
    return books;
  }

  /** A book at a depth and precision, by exact arithmetic from what was signed. */
  expected(event: string): Line[] {
    const depth = Number(/^book(\d+)d/.exec(event)?.[1] ?? Infinity);
    const lines = [...this.others, ...this.shown.map(({ line }) => line)];
    return cut(grouped(lines, Number(event.at(-1))), depth);
  }

  async subscribe(event: string): Promise<SeedConnection> {
    const connection = await this.world.connection();
    const command = { c: 'subscribe', markets: [this.world.market.id], events: [event] };
    await connection.call(command, 'obs');
    return connection;
  }

  /** Waits until the client of a book holds exactly what it must. */
  async holds(event: string): Promise<void> {
    const connection = this.watching.get(event);
    const wanted = JSON.stringify(this.expected(event));
    const held = () => replayed(connection?.packets ?? []);
    try {
      await connection?.until(event, () => JSON.stringify(held()) === wanted);
    } catch {
      is(held(), this.expected(event), `${event} as its client holds it`);
    }
  }

  /** Takes away what is best on both sides, so that others move into the windows; hides one, and trades. */
  async churn(): Promise<void> {
    const { world } = this;
    const best = this.shown.filter(({ line }) => cut(sorted(this.lines()), 5).includes(line));
    for (const { account, order } of best) await account.call({ c: 'cancelOrder', id: order.id }, 'o');
    this.shown = this.shown.filter((one) => !best.includes(one));
    await world.alice.place(world.wish('sell', 1, 101, { fields: { hidden: true } }));
    const taker = await world.bob.place(
      world.wish('buy', 2, 180, {
        // The hidden one, and half of the best that shows.
        buyAmount: (world.market.lot * 3n) / 2n,
        fields: { immediateOrCancel: true },
      }),
    );
    const { trades } = await world.bob.untilOrder('over', taker.id, ({ active }) => !active);
    holds(trades.length > 0, 'the taker traded');
    // Whom it met says how much is left of each.
    await sleep(QUIET_MS);
    for (const one of [...this.shown]) this.lookAgain(one);
  }

  private lines(): Line[] {
    return this.shown.map(({ line }) => line);
  }

  private lookAgain(one: Shown): void {
    const { account, order, line } = one;
    const newest = account.newestOrder(order.id) ?? order;
    const [left, side] = [line[0] === 1 ? newest.buyBook : newest.sellBook, line[0]];
    this.shown = this.shown.filter((other) => other !== one);
    if (newest.active) this.shown.push({ account, order, line: [side, line[1], `${left}`, 1] });
  }

  async close(): Promise<void> {
    for (const connection of this.watching.values()) connection.close();
    const accounts = new Set([this.world.alice, this.world.bob, ...this.shown.map(({ account }) => account)]);
    await Promise.all([...accounts].map((account) => account.cancelAll()));
  }
}

let filled: Promise<WatchedBooks> | undefined;
const booksOf = (world: World): Promise<WatchedBooks> => (filled ??= WatchedBooks.fill(world));

export const bookCases = [
  ...BOOK_EVENTS.map((event) =>
    subscriptions(`${event} shows ${LEVELS} levels a side as exact arithmetic has them`, async (world) => {
      const books = await booksOf(world);
      const { packets } = books.watching.get(event) as SeedConnection;
      is([packets[0]?.event, packets[1]?.event], ['c', 'obs'], 'the first packets');
      await books.holds(event);
    }),
  ),
  subscriptions('the books change as lines come, go and move into the window', async (world) => {
    const books = await booksOf(world);
    await books.churn();
  }),
  ...BOOK_EVENTS.map((event) =>
    subscriptions(`${event} is kept true by orderBook events, and equals a fresh snapshot`, async (world) => {
      const books = await booksOf(world);
      await books.holds(event);
      const late = await books.subscribe(event);
      is(replayed(late.packets), books.expected(event), `${event} in a fresh snapshot`);
      late.close();
    }),
  ),
  subscriptions('getOrderBookSnapshot and the HTTP order book show the same lines', async (world) => {
    const books = await booksOf(world);
    const { id } = world.market;
    const connection = await world.connection();
    for (const [fields, event] of [
      [{}, 'bookd5'],
      [{ limit: 20 }, 'book20d5'],
      [{ limit: 100, decimals: 3 }, 'book100d3'],
      [{ decimals: 1 }, 'bookd1'],
    ] as const) {
      const command = { c: 'getOrderBookSnapshot', market: id, ...fields };
      const { channel, message } = await connection.call(command, 'obs');
      is(channel, id, 'channel');
      is(sorted(message as Line[]), books.expected(event), `lines for ${JSON.stringify(fields)}`);
    }
    await connection.refusal({ c: 'getOrderBookSnapshot', market: id, limit: 50 });
    connection.close();
    for (const limit of [20, 100]) {
      const path = `/market/${id}/orderbook?limit=${limit}`;
      const lines = await world.rest.data<HttpLine[]>(path, list(httpBookLine));
      is(lines.map(lineOf), books.expected(`book${limit}d5`), path);
    }
  }),
  subscriptions(
    'a second book of a market takes the place of the first, with one snapshot',
    async (world) => {
      const books = await booksOf(world);
      const connection = await books.subscribe('book20d5');
      const command = { c: 'subscribe', markets: [world.market.id], events: ['bookd2'] };
      const from = connection.packets.length;
      await connection.call(command, 'obs');
      await world.alice.cancelAll();
      const order = await offer(world, world.bob, 'sell', 0);
      await connection.find('an update', from, ({ event }) => event === 'ob');
      const snapshots = connection.packets.slice(from).filter(({ event }) => event === 'obs');
      is(snapshots.length, 1, 'snapshots');
      const updates = connection.packets.slice(from).filter(({ event }) => event === 'ob');
      const isCoarse = ({ message }: { message: unknown }) => {
        const [direction, rate] = message as Line;
        return grouped([[direction, rate, '1', 1]], 2)[0]?.[1] === rate;
      };
      is(updates.every(isCoarse), true, 'updates are those of the second book');
      await order.account.call({ c: 'cancelOrder', id: order.order.id }, 'o');
      connection.close();
      await books.close();
    },
  ),
];

interface HttpLine {
  readonly direction: 'BUY' | 'SELL';
  readonly rate: string;
  readonly amount: string;
  readonly orderCount: number;
}

const lineOf = ({ direction, rate, amount, orderCount }: HttpLine): Line => [
  ...([direction === 'BUY' ? 1 : 0, rate, amount, orderCount] as const),
];
