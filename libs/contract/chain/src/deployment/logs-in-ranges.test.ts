import { describe, expect, it } from '@jest/globals';
import { type BlockRange, logsInRanges } from './logs-in-ranges';

const logsOf = ({ first, last }: BlockRange) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('logs in ranges', () => {
  it.each([1, 3, 10, 100])(
    'come complete and in order from a node that answers %i blocks at most',
    async (most) => {
      const asked: number[] = [];
      const logs = await logsInRanges({ first: 5, last: 104 }, (range) => {
        asked.push(range.last - range.first + 1);
        if (range.last - range.first + 1 > most) return Promise.reject(new Error('too many blocks'));
        return Promise.resolve(logsOf(range));
      });
      expect(logs).toEqual(logsOf({ first: 5, last: 104 }));
      expect(asked.length).toBeLessThanOrEqual(2 * Math.ceil(100 / most) + 8);
    },
  );

  it('are refused when not even one block is answered', async () => {
    const refuse = () => Promise.reject(new Error('no logs here'));
    await expect(logsInRanges({ first: 0, last: 9 }, refuse)).rejects.toThrow('no logs here');
  });

  it('are asked for in parts no larger than is said, and not again in halves when that would not help', async () => {
    const asked: BlockRange[] = [];
    const all = { first: 0, last: 24 };
    const answer = (range: BlockRange) => {
      asked.push(range);
      return range.first < 20 ? Promise.resolve(logsOf(range)) : Promise.reject(new Error('away'));
    };
    const limits = { most: 10, isTooMuch: (error: unknown) => !String(error).includes('away') };
    await expect(logsInRanges(all, answer, limits)).rejects.toThrow('away');
    expect(asked).toEqual([
      { first: 0, last: 9 },
      { first: 10, last: 19 },
      { first: 20, last: 24 },
    ]);
  });
});
