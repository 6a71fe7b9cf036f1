import { describe, expect, it } from '@jest/globals';
import { divideRatios, formatDecimal, movedBy, present } from '@exchange/core/kernel';
import { FakeClock } from '@exchange/test/kit';
import { SimulatedSource } from './simulated-source';

const EVERY = { asset: 'ETH', value: { numerator: 3_000n, denominator: 1n }, swayPpm: 20_000 };

async function values(seed: string, name = 'a', times = 500) {
  const clock = new FakeClock();
  const source = new SimulatedSource(name, seed, [EVERY], clock);
  const said = [];
  for (let time = 0; time < times; time += 1) {
    said.push(present((await source.read())[0], 'value').value);
    await clock.advance(source.everyMs);
  }
  return said;
}

const shown = async (seed: string, name?: string) => (await values(seed, name)).map(formatDecimal);

describe('the simulated world', () => {
  it('is the same for the same seed and time, and another for another seed', async () => {
    expect(await shown('one')).toEqual(await shown('one'));
    expect(await shown('one')).not.toEqual(await shown('two'));
  });

  it('moves, in small steps, and stays near where it began', async () => {
    const said = await values('one', 'a', 3_000);
    const first = present(said[0], 'first');
    expect(new Set(said.map(formatDecimal)).size).toBeGreaterThan(2_000);
    const part = (denominator: bigint) => ({ numerator: 1n, denominator });
    for (const [index, value] of said.entries()) {
      expect(movedBy(EVERY.value, value, part(45n))).toBe(false);
      expect(movedBy(said[index - 1] ?? first, value, part(400n))).toBe(false);
    }
  });

  it('has sources that differ a little', async () => {
    const [one, other] = [await values('one', 'a'), await values('one', 'b')];
    expect(one.map(formatDecimal)).not.toEqual(other.map(formatDecimal));
    for (const [index, value] of one.entries()) {
      const ratio = divideRatios(value, present(other[index], 'other'));
      const least = { numerator: 3n, denominator: 10_000n };
      expect(movedBy({ numerator: 1n, denominator: 1n }, ratio, least)).toBe(false);
    }
  });
});
