import { expect, it } from '@jest/globals';
import { costOf, sightLines } from './sight';

const pair = (on: [number, number], off: [number, number]) => ({
  on: { rate: on[0], cpu: on[1] },
  off: { rate: off[0], cpu: off[1] },
});

it('metrics and traces cost what they cost in the middle one of the pairs, in CPU or in time', () => {
  const pairs = [pair([100, 1.02], [100, 1]), pair([50, 9], [100, 1]), pair([99, 1], [100, 1])];
  expect(costOf(pairs)).toBeCloseTo(0.02);
  expect(costOf([pair([80, 1], [100, 1])])).toBeCloseTo(0.25);
  expect(costOf([pair([100, 1], [100, 2])])).toBeCloseTo(0);
  expect(sightLines(pairs).at(-1)).toBe(
    'medians: 1.0 % more time, 2.0 % more CPU; at most 3.0 % are allowed',
  );
});
