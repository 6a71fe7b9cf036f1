import { describe, expect, it } from '@jest/globals';
import { fillMarks } from './own-fills';

const fill = (side: 'buy' | 'sell', timestamp: number, amount = '5', market = 'ETHDAI') => ({
  ...{ side, timestamp, amount, market },
});
/** Bars of a minute; in the one between 120 000 and 180 000 nobody traded. */
const times = [0, 60_000, 180_000];
const marksOf = (...fills: ReturnType<typeof fill>[]) => fillMarks(fills, 'ETHDAI', times, 60);

describe('the marks of own fills', () => {
  it('add up what was bought and what was sold in each bar', () => {
    const marks = marksOf(
      fill('sell', 61_000),
      fill('buy', 60_000),
      fill('buy', 119_999, '7'),
      fill('buy', 1),
    );
    expect(marks).toEqual([
      { time: 0, side: 'buy', amount: 5n },
      { time: 60_000, side: 'buy', amount: 12n },
      { time: 60_000, side: 'sell', amount: 5n },
    ]);
  });

  it('are of the bar that opened last, up to where it ends', () => {
    expect(marksOf(fill('buy', 239_999)).map(({ time }) => time)).toEqual([180_000]);
    expect(
      marksOf(fill('buy', 240_000), fill('buy', 120_000), fill('buy', 179_999), fill('buy', -1)),
    ).toEqual([]);
  });

  it('are of one market', () => {
    expect(marksOf(fill('buy', 1, '5', 'WBTCETH'))).toEqual([]);
    expect(fillMarks([fill('buy', 1)], 'ETHDAI', [], 60)).toEqual([]);
  });
});
