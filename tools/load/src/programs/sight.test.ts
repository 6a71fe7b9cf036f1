import { expect, it } from '@jest/globals';
import { costOf, sightLines } from './sight';

const pair = (on: [number, number], off: [number, number]) => ({
  on: { wait: on[0], cpu: on[1] },
  off: { wait: off[0], cpu: off[1] },
});

it('metrics and traces cost what CPU they take in the middle one of the pairs', () => {
  const pairs = [pair([100, 1.02], [100, 1]), pair([300, 9], [100, 1]), pair([101, 1], [100, 1])];
  expect(costOf(pairs)).toBeCloseTo(0.02);
  expect(costOf([pair([100, 1], [100, 2])])).toBeCloseTo(-0.5);
  expect(sightLines(pairs).at(-1)).toBe(
    'medians: 2.0 % more CPU, of which at most 3.0 % are allowed; 1.0 % longer until accepted',
  );
});
