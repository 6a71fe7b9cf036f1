import { describe, expect, it } from '@jest/globals';
import { BARS_MAX, type Bar } from '@exchange/core/wire';
import { HandTimers } from '../../test/hand-timers.fixture';
import { type ChartBar, ChartFeed, type ChartPeriod, type ChartSymbol } from './chart-feed';
import type { ChartPorts } from './chart-ports';

const MINUTE_MS = 60_000;
const START_MS = 1_700_000_040_000;

const barAt = (time: number, close = 1): Bar => ({
  ...{ time, open: 1, high: close, low: 1, close, volume: 2 },
});

/** A market with these bars of a minute, oldest first, as the exchange shows them. */
class Bars {
  readonly timers = new HandTimers();
  readonly subscriptions: string[] = [];
  asked = 0;
  /** What is thrown at the next calls. */
  readonly faults: Error[] = [];
  readonly told: unknown[] = [];
  private heard: (market: string, bar: Bar) => void = () => undefined;
  private again: () => void = () => undefined;
  readonly ports: ChartPorts = {
    timers: this.timers,
    markets: () => ({ ETHDAI: { traded: 'ETH', quote: 'DAI' } }),
    exchange: () => 'tiny',
    bars: (_market, { from, to }) => {
      this.asked += 1;
      const fault = this.faults.shift();
      if (fault !== undefined) return Promise.reject(fault);
      const inside = this.bars.filter(({ time }) => time >= from * 1000 && time <= to * 1000).reverse();
      const page = inside.slice(0, BARS_MAX);
      const oldest = page.at(-1)?.time ?? from * 1000;
      return Promise.resolve({ bars: page, last: !this.bars.some(({ time }) => time < oldest) });
    },
    subscribe: (market, event) => {
      this.subscriptions.push(`${market} ${event}`);
      const fault = this.faults.shift();
      return fault === undefined ? Promise.resolve() : Promise.reject(fault);
    },
    failed: (error) => this.told.push(error),
    unSubscribe: (market, event) => Promise.resolve(void this.subscriptions.push(`-${market} ${event}`)),
    onBar: (heard) => {
      this.heard = heard;
      return () => (this.heard = () => undefined);
    },
    onReconnect: (call) => {
      this.again = call;
      return () => (this.again = () => undefined);
    },
  };
  readonly feed = new ChartFeed(this.ports);

  constructor(readonly bars: readonly Bar[]) {}

  get(period: ChartPeriod, resolution = '1'): Promise<{ bars: ChartBar[]; noData: boolean }> {
    return new Promise((resolve, reject) => {
      this.feed.getBars(
        { name: 'ETHDAI' },
        resolution,
        period,
        (bars, { noData }) => resolve({ bars, noData }),
        (reason) => reject(new Error(reason)),
      );
    });
  }

  tell(bar: Bar): void {
    this.heard('ETHDAI', bar);
  }

  reconnect(): void {
    this.again();
  }
}

const minutes = (count: number) =>
  Array.from({ length: count }, (_, index) => barAt(START_MS + index * MINUTE_MS));
const secondOf = (index: number) => (START_MS + index * MINUTE_MS) / 1000;

describe('a chart', () => {
  it('goes back to the first bar, over more than an answer holds and over quiet times', async () => {
    const quiet = START_MS + 90_000 * MINUTE_MS;
    const world = new Bars([...minutes(4_500), barAt(quiet), barAt(quiet + MINUTE_MS)]);
    const all: ChartBar[] = [];
    let to = quiet / 1000 + 120;
    for (;;) {
      const { bars, noData } = await world.get({ from: to - 300 * 60, to, countBack: 329 });
      if (noData) break;
      all.unshift(...bars);
      to = (bars[0]?.time ?? 0) / 1000;
    }
    expect(all.map(({ time }) => time)).toEqual(world.bars.map(({ time }) => time));
  });

  it('gets what it asks for, oldest first, without the bar at the end', async () => {
    const world = new Bars(minutes(10));
    const { bars } = await world.get({ from: secondOf(2), to: secondOf(5), countBack: 3 });
    expect(bars.map(({ time }) => time / 1000)).toEqual([2, 3, 4].map(secondOf));
    const more = await world.get({ from: secondOf(4), to: secondOf(5), countBack: 4 });
    expect(more.bars.at(-1)?.time).toBe(secondOf(4) * 1000);
    expect(more.bars.length).toBeGreaterThanOrEqual(4);
    await expect(world.get({ from: 0, to: 1, countBack: 1 })).resolves.toEqual({ bars: [], noData: true });
    await expect(world.get({ from: 0, to: 1, countBack: 1 }, '80')).rejects.toThrow(
      'there is no resolution 80',
    );
  });

  it('is told of the running bar, of two precisions by one subscription, and starts over after a cut', async () => {
    const world = new Bars(minutes(1));
    const ticks: string[] = [];
    let resets = 0;
    const follow = (name: string, resolution: string) =>
      world.feed.subscribeBars(
        { name: 'ETHDAI' },
        resolution,
        ({ close }) => ticks.push(`${name} ${close}`),
        name,
        () => (resets += 1),
      );
    follow('minute', '1');
    follow('hour', '60');
    world.timers.pass(3_000);
    ticks.length = 0;
    world.tell(barAt(START_MS, 7));
    expect(ticks).toEqual(['minute 7']);
    world.reconnect();
    expect(resets).toBe(2);
    world.feed.unsubscribeBars('minute');
    await new Promise(setImmediate);
    expect(world.subscriptions).toEqual(['ETHDAI bars_1m', '-ETHDAI bars_1m', 'ETHDAI bars_1h']);
    world.tell(barAt(START_MS, 8));
    expect(ticks.at(-1)).toBe('hour 8');
    world.feed.close();
    world.tell(barAt(START_MS, 9));
    expect(ticks.at(-1)).toBe('hour 8');
  });

  it('is told why a live bar can’t be had, which is tried again, later each time', async () => {
    const world = new Bars(minutes(1));
    const ticks: string[] = [];
    const follow = (name: string, resolution: string) =>
      world.feed.subscribeBars(
        { name: 'ETHDAI' },
        resolution,
        () => ticks.push(name),
        name,
        () => undefined,
      );
    const pass = async (ms: number) => {
      world.timers.pass(ms);
      await new Promise(setImmediate);
    };
    const [refused, unavailable] = [new Error('refused'), new Error('unavailable')];
    world.faults.push(refused);
    follow('minute', '1');
    await pass(0);
    expect(world.told).toEqual([refused]);
    await pass(2_000);
    expect(world.subscriptions).toEqual(['ETHDAI bars_1m', 'ETHDAI bars_1m']);

    follow('hour', '60');
    world.faults.push(...Array.from({ length: 7 }, () => unavailable));
    const looks: number[] = [];
    for (let second = 0; second < 260; second += 1) {
      const before = world.asked;
      await pass(1_000);
      if (world.asked > before) looks.push(second);
    }
    expect(looks.slice(1).map((at, index) => at - (looks[index] ?? 0))).toEqual([2, 4, 8, 16, 32, 60, 60]);
    expect(world.told).toHaveLength(8);
    expect(ticks).toEqual(['hour']);
    // Nobody follows it any more.
    world.faults.push(unavailable);
    world.tell(barAt(START_MS, 2));
    world.feed.unsubscribeBars('hour');
    await pass(100_000);
    expect([world.told.length, world.faults.length]).toEqual([8, 1]);
  });

  it('knows the markets', async () => {
    const { feed, timers } = new Bars([]);
    const resolved = new Promise<ChartSymbol>((resolve, reject) =>
      feed.resolveSymbol('ETHDAI', resolve, (reason) => reject(new Error(reason))),
    );
    timers.pass(1);
    await expect(resolved).resolves.toMatchObject({
      name: 'ETHDAI',
      description: 'ETH/DAI',
      exchange: 'tiny',
    });
    feed.searchSymbols('eth', '', '', (found) => expect(found).toHaveLength(1));
    feed.searchSymbols('btc', '', '', (found) => expect(found).toHaveLength(0));
  });
});
