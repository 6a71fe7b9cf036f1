import { describe, expect, it } from '@jest/globals';
import { inParts } from './in-parts';

describe('questions in parts', () => {
  it('are never too many at once, and answered in their order', async () => {
    let [open, most] = [0, 0];
    const ask = async (item: number) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise(setImmediate);
      open -= 1;
      return 2 * item;
    };
    const items = Array.from({ length: 1_000 }, (_, index) => index);
    expect(await inParts(items, ask)).toEqual(items.map((item) => 2 * item));
    expect(most).toBe(256);
    await expect(
      inParts(items, async (item) => (item === 999 ? Promise.reject(new Error('no')) : item)),
    ).rejects.toThrow('no');
  });
});
