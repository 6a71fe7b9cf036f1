import { describe, expect, it } from '@jest/globals';
import { median } from './median';
import { type Limit, tableOf, verdict } from './verdict';

const frames: Limit = { at: 'least', value: 55, ideal: 60 };
const between: Limit = { at: 'most', value: 20, ideal: 16 };
const long: Limit = { at: 'most', value: 0, ideal: 0 };
const click: Limit = { at: 'most', value: 100 };

describe('what a measure says of a limit', () => {
  it.each([
    [frames, 55, 60, 'holds'],
    [frames, 54.9, 60, 'does not hold'],
    [frames, 44, 48, 'holds for this machine'],
    [frames, 43.9, 48, 'does not hold'],
    [between, 20, 16, 'holds'],
    [between, 40, 32, 'holds for this machine'],
    [between, 40.1, 32, 'does not hold'],
    [long, 0, 3, 'holds'],
    [long, 3, 3, 'holds for this machine'],
    [long, 4, 3, 'does not hold'],
    [click, 100, undefined, 'holds'],
    [click, 101, undefined, 'does not hold'],
  ] as const)('%j, page %d, empty page %d: %s', (limit, page, empty, expected) => {
    const row = { name: '', page, limit, ...(empty === undefined ? {} : { empty }) };
    expect(verdict(row)).toBe(expected);
  });

  it('is told in a table, in which what was not measured is a line', () => {
    expect(tableOf([{ name: 'frames/s', page: 59.96, plain: 30, empty: 60, limit: frames }]).at(-1)).toEqual([
      ...['frames/s', '≥ 55', '60.0', '30.0', '60.0', 'holds'],
    ]);
    expect(tableOf([{ name: 'nodes', page: 7, digits: 0 }]).at(-1)).toEqual(['nodes', '', '7', '-', '-', '']);
  });

  it('is of the middle one of the rounds', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2]);
  });
});
