import { afterEach, describe, expect, it } from '@jest/globals';
import { present } from '@exchange/core/kernel';
import { type SeededRandom, seededRandom } from '@exchange/test/kit';
import { BookReader } from './book-reader';
import { expectedWindow } from './expected-window';
import { MarketStage } from './market-stage';
import { OrderStream } from './order-stream';
import type { PublicGateway } from './public-gateway';

/** Updates that clients take; `npm run test:sequenced-books` has a hundred thousand. */
const UPDATES = Number(process.env['BOOK_UPDATES'] ?? 4_000);
const SEED = process.env['BOOK_SEED'] ?? 'sequenced books';
const LEVELS = 130;
const KINDS = [
  { event: 'book20d5', depth: 20, digits: 5 },
  { event: 'book20d3', depth: 20, digits: 3 },
  { event: 'book100d4', depth: 100, digits: 4 },
  { event: 'book100d5', depth: 100, digits: 5 },
  { event: 'bookd5', depth: undefined, digits: 5 },
  { event: 'bookd2', depth: undefined, digits: 2 },
] as const;
const NAMES = ['ws-2', 'ws-3'] as const;
/** How many commands a lost connection stays lost; at times longer than gateways remember. */
const AWAY = [0, 0, 1, 1, 2, 5, 20, 100, 3_000];

let stage: MarketStage;
afterEach(() => stage.close());

/** Two gateways of a busy market, and clients of theirs that lose connections. */
class Walk {
  readonly readers: BookReader[];
  private readonly back = new Map<BookReader, number>();
  /** The checksum that a book had at a SEQ, whoever was told. */
  private readonly sums = new Map<string, number>();
  private readonly behind = new Map<PublicGateway, number>();
  private commands = 0;
  cuts = 0;
  restarts = 0;
  compared = 0;
  shared = 0;

  constructor(
    private readonly random: SeededRandom,
    private readonly orders: OrderStream,
    private readonly gateways: PublicGateway[],
  ) {
    const heard = (reader: BookReader) => this.heard(reader);
    this.readers = KINDS.flatMap(({ event }) => [
      new BookReader(event, stage.sending, heard),
      new BookReader(event, stage.sending, heard),
    ]);
  }

  get updates(): number {
    return this.readers.reduce((sum, { updates }) => sum + updates, 0);
  }

  async step(): Promise<void> {
    const { random, readers } = this;
    this.commands += 1;
    await this.disturb();
    for (const reader of readers) {
      if (reader.connection === undefined) {
        if ((this.back.get(reader) ?? 0) <= this.commands) reader.connect(random.pick(this.gateways));
      } else if (random.chance(0.01)) this.cut(reader);
      else if (reader.stalled ? random.chance(0.2) : random.chance(0.01)) {
        if (reader.stalled) reader.resume();
        else reader.stalled = true;
      }
    }
    if (this.commands % 5 === 0) await stage.pass(random.integer(0, 500));
    await stage.command(this.orders.next(stage.clock.now()));
    if (this.commands % 25 === 0) this.compare(random.pick(readers));
  }

  /** Every client with what it missed, from everywhere. */
  async end(): Promise<void> {
    for (const gateway of this.behind.keys()) gateway.bus.reconnect();
    this.behind.clear();
    for (const reader of this.readers) {
      if (reader.connection === undefined) reader.connect(this.random.pick(this.gateways));
      reader.resume();
    }
    await stage.pass(1_000);
    for (const reader of this.readers) this.compare(reader);
  }

  /** A gateway falls behind, or ends and starts with nothing; a quiet book is told so. */
  private async disturb(): Promise<void> {
    const { random, gateways, behind } = this;
    const gateway = random.pick(gateways);
    for (const [slow, until] of behind) {
      if (until > this.commands) continue;
      behind.delete(slow);
      slow.bus.reconnect();
      await stage.settle();
    }
    if (random.chance(0.02)) gateway.channels.tellQuietBooks();
    if (random.chance(0.005) && behind.size === 0) {
      gateway.bus.disconnect();
      behind.set(gateway, this.commands + random.integer(1, 30));
    }
    if (random.chance(0.002) && behind.size === 0) await this.restart(gateway);
  }

  private async restart(gateway: PublicGateway): Promise<void> {
    this.restarts += 1;
    for (const reader of this.readers) if (reader.gateway === gateway) this.cut(reader);
    await gateway.stop();
    const place = this.gateways.indexOf(gateway);
    this.gateways[place] = await stage.anotherGateway(present(NAMES[place], 'name'));
  }

  private cut(reader: BookReader): void {
    if (reader.connection === undefined) return;
    reader.cut();
    this.cuts += 1;
    this.back.set(reader, this.commands + this.random.pick(AWAY));
  }

  /** Whoever else was told the book of this SEQ, at either gateway, was told the same. */
  private heard({ event, book }: BookReader): void {
    const key = `${event} ${book.seq}`;
    const known = this.sums.get(key);
    if (known !== undefined) {
      expect([key, book.checksum]).toEqual([key, known]);
      this.shared += 1;
    }
    this.sums.set(key, book.checksum);
  }

  /** A client that is not behind holds what the orders in the engine's book make. */
  private compare({ event, book, connection, gateway, stalled }: BookReader): void {
    if (connection === undefined || stalled || (gateway !== undefined && this.behind.has(gateway))) return;
    const { digits, depth } = present(
      KINDS.find((kind) => kind.event === event),
      'kind',
    );
    expect([event, book.rows()]).toEqual([event, expectedWindow(stage.state, digits, depth)]);
    this.compared += 1;
  }
}

describe('books with a sequence', () => {
  it(
    `are the engine's book at every step, over ${UPDATES} updates with cuts at random and two gateways`,
    async () => {
      stage = await MarketStage.open();
      const random = seededRandom(SEED);
      const hidden = () => random.chance(0.15);
      const orders = new OrderStream(random, { firstId: 1, firstAccount: 1, hidden, postOnly: true });
      await stage.command(...orders.opening(stage.clock.now(), LEVELS));
      const gateways: PublicGateway[] = [];
      for (const name of NAMES) gateways.push(await stage.anotherGateway(name));
      const walk = new Walk(random, orders, gateways);
      while (walk.updates < UPDATES) await walk.step();
      await walk.end();
      const sum = (of: 'resumed' | 'startedOver') =>
        walk.readers.reduce((total, reader) => total + reader[of], 0);
      const { updates, cuts, restarts, compared, shared } = walk;
      const figures = { updates, cuts, restarts, compared, shared };
      const answers = { resumed: sum('resumed'), startedOver: sum('startedOver') };
      if (process.env['BOOK_UPDATES'] !== undefined) console.log({ ...figures, ...answers });
      expect(Math.min(cuts, restarts, compared, shared, ...Object.values(answers))).toBeGreaterThan(0);
      await Promise.all(gateways.map((gateway) => gateway.stop()));
    },
    60_000 + UPDATES * 20,
  );
});
