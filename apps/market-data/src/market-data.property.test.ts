import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dataBar, dataQueries, ledgerListing, marketReport } from '@exchange/contract/bus';
import {
  address,
  amount,
  formatRate,
  marketId,
  orderId,
  present,
  rateKey,
  tradeIdOf,
  wholeTokens,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import {
  BAR_PRECISION_NAMES,
  type BarInterval,
  barOpenTime,
  DAY_MS,
  type MarketTrade,
  percentChange,
} from '@exchange/core/market-data';
import type { BarView, MarketEvent, TickerView } from '@exchange/core/message';
import type { TurnInput } from '@exchange/platform';
import { FakeClock, MemoryDatabase, MemoryStore } from '@exchange/test/kit';
import { MarketDataHandler } from './market-data-handler';
import { type BarRow, barsTable } from './persistence/tables';

const { barsQuery, marketSnapshotQuery } = dataQueries;
const { listing } = present(ledgerListing.examples[0], 'fixture');
const DECIMALS = 18;
/** A Wednesday, some minutes before midnight. */
const START = Date.UTC(2024, 1, 28, 23, 50);

const fees = { makerPpm: 0, takerPpm: 0, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' } as const;
const owner = { orderId: orderId(1), account: address(`0x${'aa'.repeat(20)}`) };
const fill = { ...owner, sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT, fees };

/** The time before a trade, and what ends after it: maybe the report, the turn or the process. */
const stepArbitrary = fc.record({
  wait: fc.oneof(
    fc.constantFrom(0, 0, 1, 59_999, 60_000, DAY_MS - 1, DAY_MS, DAY_MS + 1, 7 * DAY_MS),
    fc.nat(120_000),
    fc.nat(DAY_MS),
  ),
  end: fc.constantFrom<End>('nothing', 'report', 'turn', 'process'),
  key: fc.integer({ min: 100_000, max: 100_009 }),
  traded: fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
  quote: fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
});
type End = 'nothing' | 'report' | 'turn' | 'process';

/** Market data over one record; a new process loads what the last one committed. */
class World {
  readonly store = new MemoryStore();
  /** Bars in the order in which they were told. */
  readonly told: { precision: string; bar: BarView }[] = [];
  time = START;
  private handler!: MarketDataHandler;
  private database!: MemoryDatabase;
  private seq = 0;
  private events: MarketEvent[] = [];
  private inputs: TurnInput[] = [];

  async start(): Promise<void> {
    this.database = new MemoryDatabase(this.store);
    await this.database.claimWriter();
    this.handler = new MarketDataHandler(this.database, new FakeClock(this.time));
    await this.handler.load();
  }

  async list(): Promise<void> {
    const data = ledgerListing.encode({ seq: 1, at: 1, listing });
    this.inputs.push({ from: 'log', entry: { subject: ledgerListing.pattern, seq: 1, data } });
    await this.endTurn();
  }

  async trade(number: number, { time, rateKey: key, traded, quote }: MarketTrade, end: End): Promise<void> {
    this.events.push({
      ...{ kind: 'trade', tradeId: tradeIdOf(1, number), time, rateKey: key, takerSide: 'buy' },
      ...{ traded: amount(traded), quote: amount(quote), maker: fill, taker: fill },
    });
    if (end === 'nothing') return;
    this.endReport();
    if (end === 'report') return;
    await this.endTurn();
    if (end === 'process') await this.start();
  }

  endReport(): void {
    if (this.events.length === 0) return;
    this.seq += 1;
    const [market, subject] = [marketId('ETHDAI'), marketReport.subject('ETHDAI')];
    const report = { seq: this.seq, at: this.time, market, steps: [{ events: this.events }] };
    this.inputs.push({ from: 'log', entry: { subject, seq: this.seq, data: marketReport.encode(report) } });
    this.events = [];
  }

  async endTurn(): Promise<void> {
    const prepared = await this.handler.prepare(this.inputs, this.database);
    const { changes, notices } = this.handler.decide(prepared, this.time);
    const positions = [{ subject: marketReport.subject('ETHDAI'), seq: this.seq }];
    await this.database.commit({ changes, positions, outbox: [] });
    for (const { subject, data } of notices) {
      if (subject.startsWith('data.v1.bar.')) this.told.push(dataBar.decode(data));
    }
    this.inputs = [];
  }

  async ticker(): Promise<TickerView | undefined> {
    const query = marketSnapshotQuery.encodeRequest({ market: 'ETHDAI' });
    const reply = marketSnapshotQuery.decodeReply(await this.ask('market-snapshot', query));
    return reply.ok ? reply.value.ticker : undefined;
  }

  async bars(precision: string, from: number, to: number, limit = 2_000) {
    const query = barsQuery.encodeRequest({ market: 'ETHDAI', precision, from, to, limit });
    const reply = barsQuery.decodeReply(await this.ask('bars', query));
    return reply.ok ? reply.value : reply;
  }

  async rows(): Promise<BarRow[]> {
    const order = [
      ['precision', 'asc'],
      ['time', 'asc'],
    ] as const;
    return this.database.find(barsTable, { order });
  }

  private async ask(kind: string, data: Uint8Array): Promise<Uint8Array> {
    const subject = `data.v1.query.ws-1.${kind}`;
    const request = { subject, data, respond: () => undefined };
    const inputs: TurnInput[] = [{ from: 'request', request }];
    const prepared = await this.handler.prepare(inputs, this.database);
    return present(this.handler.decide(prepared, this.time).replies[0], 'reply').data;
  }
}

function naiveBars(trades: readonly MarketTrade[], precision: BarInterval): BarView[] {
  const opens = [...new Set(trades.map(({ time }) => barOpenTime(precision, time)))];
  return opens.map((open) => {
    const inside = trades.filter(({ time }) => barOpenTime(precision, time) === open);
    const keys = inside.map((trade) => trade.rateKey);
    const shown = (key: number) => formatRate(rateKey(key));
    return {
      time: open,
      open: shown(keys[0] ?? 0),
      high: shown(Math.max(...keys)),
      low: shown(Math.min(...keys)),
      close: shown(keys.at(-1) ?? 0),
      volume: total(inside, ({ traded }) => traded),
      volumeQuote: total(inside, ({ quote }) => quote),
    };
  });
}

function naiveTicker(trades: readonly MarketTrade[], now: number): TickerView {
  const last = trades.at(-1);
  const zeros = { rate: '0', change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0' };
  if (last === undefined) return { ...zeros, high24h: '0', low24h: '0' };
  const day = trades.filter(({ time }) => now - time < DAY_MS);
  const reference = trades.filter(({ time }) => now - time >= DAY_MS).at(-1) ?? trades[0] ?? last;
  const keys = day.length > 0 ? day.map((trade) => trade.rateKey) : [last.rateKey];
  return {
    rate: formatRate(last.rateKey),
    change24h: percentChange(reference.rateKey, last.rateKey),
    volumeTraded24h: total(day, ({ traded }) => traded),
    volumeQuote24h: total(day, ({ quote }) => quote),
    high24h: formatRate(rateKey(Math.max(...keys))),
    low24h: formatRate(rateKey(Math.min(...keys))),
  };
}

const total = (trades: readonly MarketTrade[], of: (trade: MarketTrade) => bigint): string =>
  wholeTokens(
    trades.reduce((sum, trade) => sum + of(trade), 0n),
    DECIMALS,
  );

/** Runs the trades with the ends that `endOf` says. */
async function run(
  trades: readonly MarketTrade[],
  endOf: (index: number) => End,
  after: (world: World, trades: readonly MarketTrade[]) => Promise<void> = async () => undefined,
): Promise<World> {
  const world = new World();
  await world.start();
  await world.list();
  for (const [index, trade] of trades.entries()) {
    world.time = trade.time;
    const end = endOf(index);
    await world.trade(index + 1, trade, end);
    if (end === 'turn' || end === 'process') await after(world, trades.slice(0, index + 1));
  }
  world.endReport();
  await world.endTurn();
  return world;
}

describe('market data', () => {
  it('makes the same bars of the same trades, wherever reports, turns and processes end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 40 }), async (steps) => {
        const trades = tradesOf(steps);
        const world = await run(trades, (index) => steps[index]?.end ?? 'nothing');
        const atOnce = await run(trades, () => 'nothing');
        expect(JSON.stringify(await world.rows(), textOfBig)).toBe(
          JSON.stringify(await atOnce.rows(), textOfBig),
        );
        for (const precision of BAR_PRECISION_NAMES) {
          const naive = naiveBars(trades, precision);
          const answer = await world.bars(precision, 0, world.time);
          expect(answer).toEqual({ bars: naive.toReversed(), last: true });
          const told = world.told.filter((one) => one.precision === precision).map(({ bar }) => bar);
          // What was told last of each bar is what it is.
          expect([...new Map(told.map((bar) => [bar.time, bar])).values()]).toEqual(naive);
          expect(told.map(({ time }) => time)).toEqual(
            told.map(({ time }) => time).toSorted((a, b) => a - b),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('shows the ticker of exactly the last 24 hours, also after a restart at any time', async () => {
    const check = async (world: World, trades: readonly MarketTrade[]) => {
      const edges = trades.flatMap(({ time }) => [time + DAY_MS - 1, time + DAY_MS, time + DAY_MS + 1]);
      const later = edges.filter((time) => time > world.time).toSorted((a, b) => a - b);
      const now = world.time;
      for (const time of [now, ...later.slice(0, 6)]) {
        world.time = time;
        expect(await world.ticker()).toEqual(naiveTicker(trades, time));
      }
      world.time = now;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 25 }), async (steps) => {
        const trades = tradesOf(steps);
        // A process that was asked about later moments must not go back in time: it starts anew after each check.
        const world = await run(
          trades,
          (index) => (steps[index]?.end === 'nothing' ? 'nothing' : 'process'),
          async (running, known) => {
            await check(running, known);
            await running.start();
          },
        );
        await check(world, trades);
        await world.start();
        await check(world, trades);
      }),
      { numRuns: 60 },
    );
  });

  it('pages through bars: at most as many as asked for, and last only when none is older', async () => {
    const minute = 60_000;
    const trades = [0, 1, 2, 5, 6].map((at) => ({
      ...{ time: START + at * minute, rateKey: rateKey(100_000), traded: 1n, quote: 1n },
    }));
    const world = await run(trades, () => 'nothing');
    const page = async (from: number, to: number, limit?: number) => {
      const answer = await world.bars('1m', START + from * minute, START + to * minute, limit);
      if (!('bars' in answer)) throw new Error(answer.message);
      return [answer.bars.map(({ time }) => (time - START) / minute), answer.last];
    };
    expect(await page(0, 6)).toEqual([[6, 5, 2, 1, 0], true]);
    expect(await page(0, 6, 2)).toEqual([[6, 5], false]);
    expect(await page(1, 5)).toEqual([[5, 2, 1], false]);
    expect(await page(3, 4)).toEqual([[], false]);
    expect(await page(-9, -1)).toEqual([[], true]);
    expect(await page(0, 0)).toEqual([[0], true]);
    expect(await world.bars('1m', 1, 2, 2_001)).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await world.bars('2m', 1, 2)).toEqual({ bars: [], last: true });
  });
});

function tradesOf(
  steps: readonly { wait: number; key: number; traded: bigint; quote: bigint }[],
): MarketTrade[] {
  let time = START;
  return steps.map(({ wait, key, traded, quote }) => {
    time += wait;
    return { time, rateKey: rateKey(key), traded, quote };
  });
}

const textOfBig = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);
