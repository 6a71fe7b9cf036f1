import { LocalBook } from '@exchange/client';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Side } from '@exchange/core/kernel';
import { bookLine } from '@exchange/core/wire';
import { type SeededRandom, seededRandom } from '@exchange/test/kit';
import { ClientLine } from './client-line';
import { expectedWindow } from './expected-window';
import { MARKET, MarketStage } from './market-stage';
import { OrderStream } from './order-stream';
import type { PublicGateway } from './public-gateway';

/** Updates that clients take; `npm run test:client-books` has a million. */
const UPDATES = Number(process.env['CLIENT_BOOK_UPDATES'] ?? 4_000);
const SEED = process.env['BOOK_SEED'] ?? 'followed books';
const LEVELS = 60;
const VIEWS = ([20, 100, undefined] as const).flatMap((depth) =>
  [1, 2, 3, 4, 5].map((digits) => ({ event: `book${depth ?? ''}d${digits}`, depth, digits })),
);
const COMPARE_EVERY = 10;

let stage: MarketStage;
afterEach(async () => {
  jest.restoreAllMocks();
  await stage.close();
});

/** All views of a busy market, sequenced and plain, by our own client over lines that stall and are cut. */
class Walk {
  readonly lines: ClientLine[];
  cuts = 0;
  looks = 0;
  compared = 0;
  readonly faults: string[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly orders: OrderStream,
    private readonly gateways: readonly PublicGateway[],
  ) {
    const end = {
      sending: stage.sending,
      gateway: () => random.pick(this.gateways),
      look: () => expectedWindow(stage.state, 3, 20),
    };
    this.lines = VIEWS.flatMap(({ event }) => [
      new ClientLine(event, 'sequenced', end),
      new ClientLine(event, 'plain', end),
    ]);
    for (const { client, event } of this.lines) {
      client.on('bookFault', ({ fault }) => this.faults.push(`${event} ${fault}`));
      client.on('fault', (error) => this.faults.push(`${event} ${String(error)}`));
      client.on('disconnected', () => this.isEmpty(client.book(MARKET)));
    }
  }

  get updates(): number {
    return this.lines.reduce((sum, { frames }) => sum + frames, 0);
  }

  async open(): Promise<void> {
    for (const line of this.lines) await line.open();
  }

  async step(number: number): Promise<void> {
    const { random } = this;
    for (const line of this.lines) {
      if (random.chance(0.006)) {
        line.cut();
        this.cuts += 1;
      } else if (random.chance(0.01)) line.stall();
      else if (random.chance(0.1)) line.resume();
      if (random.chance(0.003) && line.isQuiet) {
        this.looks += 1;
        void line.look();
      }
    }
    await stage.command(this.orders.next(stage.clock.now()));
    if (number % COMPARE_EVERY === 0) this.compare();
  }

  async end(): Promise<void> {
    for (const line of this.lines) line.resume();
    for (let tries = 0; tries < 200 && this.lines.some(({ isQuiet }) => !isQuiet); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await stage.pass(100);
    expect(this.lines.every(({ isQuiet }) => isQuiet)).toBe(true);
    this.compare();
  }

  close(): void {
    for (const { client } of this.lines) client.close();
  }

  /** Whoever isn't behind has the book that the orders make. */
  private compare(): void {
    for (const line of this.lines) {
      const book = line.client.book(MARKET);
      expect(book.isCrossed).toBe(false);
      const view = VIEWS.find(({ event }) => event === line.event);
      if (!line.isQuiet || view === undefined) continue;
      const held = (['buy', 'sell'] as const).flatMap((side: Side) => book.lines(side).map(bookLine));
      const told = [line.event, line.books];
      expect([...told, held]).toEqual([...told, expectedWindow(stage.state, view.digits, view.depth)]);
      this.compared += 1;
    }
  }

  /** Nobody may act on what was before the line was lost. */
  private isEmpty(book: LocalBook): void {
    if (book.best('buy') !== undefined || book.isLive) this.faults.push('a book of a lost line');
  }
}

async function walk(updates: number): Promise<Walk> {
  stage = await MarketStage.open();
  const random = seededRandom(SEED);
  const hidden = () => random.chance(0.15);
  const orders = new OrderStream(random, { firstId: 1, firstAccount: 1, hidden, postOnly: true });
  await stage.command(...orders.opening(stage.clock.now(), LEVELS));
  const gateways = [await stage.anotherGateway('ws-2'), await stage.anotherGateway('ws-3')];
  const walked = new Walk(random, orders, gateways);
  try {
    await walked.open();
    for (let step = 1; walked.updates < updates; step += 1) await walked.step(step);
    await walked.end();
  } finally {
    walked.close();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
  expect(walked.faults).toEqual([]);
  return walked;
}

describe('books that our client follows', () => {
  it(
    `are the engine's on all views over ${UPDATES} updates, and never crossed`,
    async () => {
      const { updates, cuts, looks, compared } = await walk(UPDATES);
      if (process.env['CLIENT_BOOK_UPDATES'] !== undefined) console.log({ updates, cuts, looks, compared });
      expect(Math.min(cuts, looks, compared)).toBeGreaterThan(0);
    },
    60_000 + UPDATES * 10,
  );

  it('are not when nothing is dropped with a line', async () => {
    jest.spyOn(LocalBook.prototype, 'clear').mockImplementation(() => undefined);
    await expect(walk(UPDATES)).rejects.toThrow();
  }, 120_000);
});
