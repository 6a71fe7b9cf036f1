import { describe, expect, it } from '@jest/globals';
import { decimalFrom, type Ratio } from '@exchange/core/kernel';
import fc from 'fast-check';
import { Account } from '../account/account';
import { DEFAULT_FEE_SCHEDULE } from './fee-schedule';
import { ALICE, factsOf, newLedger, NOW } from '../../test/setting.fixture';
import {
  countVolume,
  etherValue,
  evaluateVolume,
  feeTierOf,
  hourOf,
  isExpired,
  VOLUME_HOURS,
} from './trading-volume';
import type { VolumeBucket } from './volume-bucket';

const ETHER = 10n ** 18n;
const HOUR_MS = 3_600_000;

/** A ledger with the rows that its volume facts leave. */
class VolumeWorld {
  readonly ledger = newLedger([ALICE]);
  readonly rows = new Map<number, bigint>();

  get record() {
    return this.ledger.account(ALICE).record;
  }

  trade(value: bigint, time: number): void {
    const facts = countVolume(this.ledger, ALICE, { value, time }, time);
    for (const { bucket } of factsOf(facts, 'volumeCounted')) this.rows.set(bucket.hour, bucket.volume);
  }

  evaluate(hour: number) {
    const buckets = [...this.rows].map(([of, volume]): VolumeBucket => ({ hour: of, volume }));
    const expired = buckets.filter((bucket) => isExpired(bucket.hour, hour));
    const open = buckets.map((bucket) => bucket.hour).filter((of) => !isExpired(of, hour));
    const oldest = open.length === 0 ? undefined : Math.min(...open);
    const facts = evaluateVolume(this.ledger, ALICE, { hour, expired, oldest }, hour * HOUR_MS);
    for (const fact of factsOf(facts, 'volumeExpired')) for (const of of fact.hours) this.rows.delete(of);
    return facts;
  }
}

describe('the value of a trade in ether', () => {
  it('is the quote amount at the rate, rounded down', () => {
    const value = (quote: bigint, decimals: number, rate: string) =>
      etherValue(quote, decimals, decimalFrom(rate));
    expect(value(3_000_000_000n, 6, '0.0005')).toBe((3n * ETHER) / 2n);
    expect(value(ETHER, 18, '1')).toBe(ETHER);
    expect(value(1n, 18, '0.999999999')).toBe(0n);
    expect(value(3n, 18, '0.333333333333333')).toBe(0n);
    expect(value(4n, 18, '0.333333333333333')).toBe(1n);
    const third: Ratio = { numerator: 1n, denominator: 3n };
    expect(etherValue(1n, 6, third)).toBe(333_333_333_333n);
  });
});

describe('the volume of 30 days', () => {
  const hour = hourOf(NOW);

  it('counts a trade in its own hour and the 720 after it, and not in the next', () => {
    const world = new VolumeWorld();
    const last = (hour + 1) * HOUR_MS - 1;
    world.trade(ETHER, last);
    world.evaluate(hour + 1);
    expect(world.record).toMatchObject({ volume: ETHER, volumeDue: hour + VOLUME_HOURS + 1 });
    world.evaluate(hour + VOLUME_HOURS);
    expect(world.record.volume).toBe(ETHER);
    world.evaluate(hour + VOLUME_HOURS + 1);
    expect(world.record).toMatchObject({ volume: 0n, newVolume: 0n, volumeDue: null });
    expect(world.rows.size).toBe(0);
    // 30 days before the end of its last full hour at the latest, and less than an hour more.
    expect((hour + VOLUME_HOURS + 1) * HOUR_MS - last).toBeGreaterThanOrEqual(30 * 24 * HOUR_MS);
  });

  it('is shown at once, and changes the tier with the next hour, which is told', () => {
    const world = new VolumeWorld();
    world.trade(100n * ETHER - 1n, NOW);
    world.evaluate(hour + 1);
    expect(feeTierOf(DEFAULT_FEE_SCHEDULE, world.record)).toMatchObject({ takerPpm: 2500 });
    world.trade(1n, NOW + HOUR_MS);
    expect(feeTierOf(DEFAULT_FEE_SCHEDULE, world.record)).toEqual({
      volume: '100',
      makerPpm: 0,
      takerPpm: 2500,
    });
    const facts = world.evaluate(hour + 2);
    const tier = { volume: '100', makerPpm: -200, takerPpm: 2000 };
    expect(factsOf(facts, 'feeTierChanged')).toEqual([{ kind: 'feeTierChanged', account: ALICE, tier }]);
    expect(feeTierOf(DEFAULT_FEE_SCHEDULE, world.record)).toEqual(tier);
    expect(world.evaluate(hour + 3)).toEqual([]);
    const later = world.evaluate(hour + VOLUME_HOURS + 1);
    expect(factsOf(later, 'feeTierChanged')[0]?.tier).toMatchObject({
      volume: '0.000000000000000001',
      takerPpm: 2500,
    });
  });

  it('is not evaluated twice in an hour, whatever the rows say', () => {
    const world = new VolumeWorld();
    world.trade(ETHER, NOW);
    world.evaluate(hour + 1);
    const again = { hour: hour + 1, expired: [{ hour: hour - 800, volume: ETHER }], oldest: undefined };
    expect(evaluateVolume(world.ledger, ALICE, again, NOW)).toEqual([]);
  });

  it('puts a trade that is told late to the newest hour', () => {
    const world = new VolumeWorld();
    world.trade(2n, NOW);
    world.trade(3n, NOW - 3 * HOUR_MS);
    expect([...world.rows]).toEqual([[hour, 5n]]);
    expect(world.record).toMatchObject({ volumeHour: hour, hourVolume: 5n, newVolume: 5n });
  });

  it('is always the sum of its hours, at any times, after any evaluations and evictions', () => {
    const step = fc.record({
      value: fc.bigInt({ min: 0n, max: 200n * ETHER }),
      pass: fc.oneof(fc.nat(2 * HOUR_MS), fc.nat(40 * 24 * HOUR_MS)),
      evaluate: fc.boolean(),
      reload: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = new VolumeWorld();
        const trades: { value: bigint; hour: number }[] = [];
        let now = NOW;
        for (const { value, pass, evaluate, reload } of steps) {
          now += pass;
          world.trade(value, now);
          trades.push({ value, hour: hourOf(now) });
          if (reload) {
            const rows = world.ledger.account(ALICE).dump();
            world.ledger.accounts.set(ALICE, Account.load(rows));
          }
          const { volume, newVolume } = world.record;
          expect([...world.rows.values()].reduce((sum, each) => sum + each, 0n)).toBe(volume + newVolume);
          if (!evaluate) continue;
          world.evaluate(hourOf(now) + 1);
          const counts = trades.filter((trade) => !isExpired(trade.hour, hourOf(now) + 1));
          expect(world.record.volume).toBe(counts.reduce((sum, trade) => sum + trade.value, 0n));
        }
      }),
    );
  });
});
