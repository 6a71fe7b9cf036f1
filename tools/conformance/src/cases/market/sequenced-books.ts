import { setTimeout as sleep } from 'node:timers/promises';
import { CheckedBook, type ReadPacket, type SeedConnection } from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { sorted } from '../../exact/book';
import { holds, is } from '../../expectations';
import type { Line } from '../../packets';
import type { World } from '../../world';

const sequenced = inSection('added: books with a sequence');
const QUERY = '?books=sequenced';
const ORDERS = 4;
const QUIET_MS = 500;
const TRIES = 10;

/** A client that follows a book by its sequence; each packet must be what the page says. */
class Follower {
  private taken = 0;

  constructor(
    readonly connection: SeedConnection,
    readonly book = new CheckedBook(),
  ) {}

  /** Subscribes; with the book of another, goes on where that one is. */
  static async open(world: World, event: string, from?: Follower): Promise<[Follower, ReadPacket]> {
    const connection = await world.connection({ query: QUERY });
    const follower = new Follower(connection, from?.book);
    const subscribe = { c: 'subscribe', markets: [world.market.id], events: [event] };
    from?.follow();
    const resume = from === undefined ? {} : { after: { [world.market.id]: from.book.seq } };
    const answer = await connection.call({ ...subscribe, ...resume }, from === undefined ? 'sbs' : 'sb');
    return [follower, answer];
  }

  follow(): void {
    for (; this.taken < this.connection.packets.length; this.taken += 1) {
      this.book.take(this.connection.packets[this.taken] as ReadPacket);
    }
  }

  /** In the end it has the lines that a look at the book shows; the last orders may come between. */
  async equals(world: World, look: object): Promise<void> {
    const ask = { c: 'getOrderBookSnapshot', market: world.market.id, ...look };
    for (let tries = TRIES; ; tries -= 1) {
      const lines = sorted((await this.connection.call(ask, 'obs')).message as Line[]);
      this.follow();
      if (JSON.stringify(this.book.rows()) === JSON.stringify(lines)) return;
      if (tries === 0) is(this.book.rows() as Line[], lines, 'the book as its client holds it');
      await sleep(QUIET_MS);
    }
  }
}

/** Offers that come, change and go. */
async function churn({ alice, wish }: World): Promise<void> {
  for (let at = 0; at < ORDERS; at += 1) {
    const order = await alice.place(wish('sell', 1, 130 + at));
    await alice.place(wish('buy', 1, 70 - at));
    if (at % 2 === 0) await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
  }
}

export const sequencedBookCases = [
  ...(
    [
      ['book20d5', { limit: 20 }],
      ['book100d3', { limit: 100, decimals: 3 }],
      ['bookd5', {}],
    ] as const
  ).map(([event, look]) =>
    sequenced(`${event} chains, has true checksums, and goes on after a cut`, async (world) => {
      const [first, start] = await Follower.open(world, event);
      is(start.channel, world.market.id, 'channel');
      await churn(world);
      await first.equals(world, look);
      first.connection.socket.terminate();
      await world.alice.cancelAll();
      await churn(world);
      const [again] = await Follower.open(world, event, first);
      await again.equals(world, look);
      await world.alice.cancelAll();
      await again.equals(world, look);
      again.connection.close();
    }),
  ),
  sequenced('after a SEQ that is still to come the client starts over', async (world) => {
    const connection = await world.connection({ query: QUERY });
    const subscribe = { c: 'subscribe', markets: [world.market.id], events: ['book20d5'] };
    const after = { [world.market.id]: Number.MAX_SAFE_INTEGER };
    const { message } = await connection.call({ ...subscribe, after }, 'sbs');
    holds((message as [number])[0] < Number.MAX_SAFE_INTEGER, 'SEQ is that of the market');
    connection.close();
  }),
  sequenced('after is refused where there is no such book', async (world) => {
    const subscribe = { c: 'subscribe', markets: [world.market.id], events: ['book20d5'] };
    const [connection, plain] = [await world.connection({ query: QUERY }), await world.connection()];
    const after = { [world.market.id]: 1 };
    await plain.refusal({ ...subscribe, after });
    await connection.refusal({ ...subscribe, after: { [`${world.market.id}X`]: 1 } });
    await connection.refusal({ ...subscribe, events: ['trades'], after });
    for (const one of [connection, plain]) one.close();
  }),
  sequenced('without it, books come line by line as ever', async (world) => {
    const connection = await world.connection();
    const subscribe = { c: 'subscribe', markets: [world.market.id], events: ['book20d5'] };
    await connection.call(subscribe, 'obs');
    await churn(world);
    await connection.find('an update', 0, ({ event }) => event === 'ob');
    is(connection.packets.filter(({ event }) => event.startsWith('sb')).length, 0, 'packets with a sequence');
    await world.alice.cancelAll();
    connection.close();
  }),
];
