import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateKey } from '@exchange/core/kernel';
import type { LevelChange } from '@exchange/core/market-data';
import { LevelHistory } from './level-history';

const change = (amount: number): LevelChange => {
  const line = { side: 'buy' as const, rateKey: rateKey(480_000), count: 1 };
  return { before: { ...line, amount: BigInt(amount - 1) }, after: { ...line, amount: BigInt(amount) } };
};

describe('the history of a market', () => {
  it('tells all changes after a report, or that it does not know them any more', () => {
    const entry = fc.record({
      /** Reports from the one before; more than 1 were missed when `isGap`, else they changed nothing. */
      reports: fc.integer({ min: 1, max: 3 }),
      isGap: fc.boolean(),
      changes: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.array(entry, { maxLength: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (start, entries, most) => {
          const history = new LevelHistory(start, most);
          const told: { seq: number; change: LevelChange }[] = [];
          const between = new Set<number>();
          let seq = start;
          for (const { reports, isGap, changes } of entries) {
            const made = Array.from({ length: changes }, (_, at) => change(told.length + at + 1));
            const to = seq + reports;
            if (isGap) for (let at = seq + 1; at < to; at += 1) between.add(at);
            history.add(isGap ? seq : to - 1, to, made);
            seq = to;
            told.push(...made.map((one) => ({ seq, change: one })));
          }
          for (let after = start - 1; after <= seq; after += 1) {
            const missed = told.filter((one) => one.seq > after).map((one) => one.change);
            const known = history.since(after);
            if (known !== undefined) expect(known).toEqual(missed);
            // A report's changes are kept together, or not at all.
            const isKept = missed.length <= most && after >= start && !between.has(after);
            expect(known !== undefined || !isKept).toBe(true);
            if (between.has(after) || after < start) expect(known).toBeUndefined();
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('forgets old changes in a steady stream of them', () => {
    const history = new LevelHistory(0, 100);
    for (let seq = 1; seq <= 10_000; seq += 1) history.add(seq - 1, seq, [change(seq)]);
    expect(history.since(9_899)).toBeUndefined();
    expect(history.since(9_900)).toHaveLength(100);
    expect(history.since(10_000)).toEqual([]);
  });
});
