import { expect, it } from '@jest/globals';
import { settledDifferences } from './trade-count';

it('names trades that were settled never, twice, or without being there', () => {
  const made = new Set(['1', '2', '3']);
  expect(settledDifferences(made, new Map([...made].map((id) => [id, 1])))).toEqual([]);
  const settled = new Map([
    ['1', 2],
    ['3', 1],
    ['4', 1],
  ]);
  expect(settledDifferences(made, settled)).toEqual([
    'trade 2 was never settled',
    'trade 1 was settled 2 times',
    'trade 4 was settled, and the ledger has none of that id',
  ]);
});
