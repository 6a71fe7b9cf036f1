import { describe, expect, it } from '@jest/globals';
import type { BookLineView } from '@exchange/core/wire';
import { bookRows } from '../book/book-rows';
import { depthAt, depthCurve } from './depth-curve';

const line = (side: 'buy' | 'sell', rate: string, amount: string): BookLineView => ({
  ...{ side, rate, amount, count: 1 },
});
const book = bookRows(
  {
    buy: [line('buy', '99', '100'), line('buy', '90', '200')],
    sell: [line('sell', '101', '50'), line('sell', '105', '150'), line('sell', '900', '10000')],
  },
  2,
);
const curve = depthCurve(book, 100n);

describe('the curve of a book', () => {
  it('adds up what is offered, in whole tokens', () => {
    expect(curve?.sides).toEqual({
      buy: [
        { rate: 99, total: 1 },
        { rate: 90, total: 3 },
      ],
      sell: [
        { rate: 101, total: 0.5 },
        { rate: 105, total: 2 },
        { rate: 900, total: 102 },
      ],
    });
  });

  it('reaches as far down as up, and far lines are left outside', () => {
    expect([curve?.from, curve?.to, curve?.most]).toEqual([50, 150, 3]);
  });

  it('says how much is offered up to a rate', () => {
    if (curve === undefined) throw new Error('there is a curve');
    expect(depthAt(curve, 95)).toEqual({ side: 'buy', total: 1 });
    expect(depthAt(curve, 90)).toEqual({ side: 'buy', total: 3 });
    expect(depthAt(curve, 103)).toEqual({ side: 'sell', total: 0.5 });
    expect(depthAt(curve, 100)).toBeUndefined();
  });

  it('of one side is none', () => {
    expect(depthCurve({ ...book, sell: [] }, 100n)).toBeUndefined();
  });
});
