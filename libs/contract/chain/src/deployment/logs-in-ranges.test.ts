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
});
