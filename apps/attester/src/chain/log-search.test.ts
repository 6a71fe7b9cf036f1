import { describe, expect, it } from '@jest/globals';
import { LogSearch } from './log-search';

const firsts = (search: LogSearch, block: number) => [...search.ranges(block)].map(({ first }) => first);

describe('a search for logs', () => {
  it('begins with the newest blocks, and ends where all was found', () => {
    const search = new LogSearch(7);
    const seen = [];
    for (const range of search.ranges(5_000)) {
      seen.push(range);
      if (seen.length === 2) search.end();
    }
    expect(seen).toEqual([
      { first: 4_001, last: 5_000 },
      { first: 3_001, last: 4_000 },
    ]);
    expect([...new LogSearch(4_990).ranges(5_000)]).toEqual([{ first: 4_990, last: 5_000 }]);
  });

  it('reads few ranges at each look, goes on with older ones at the next, and begins anew at the end', () => {
    const search = new LogSearch(1);
    const newest = (block: number) => [block - 999, block - 1_999, block - 2_999, block - 3_999];
    expect(firsts(search, 20_000)).toEqual([...newest(20_000), 15_001, 14_001, 13_001, 12_001]);
    expect(firsts(search, 20_010)).toEqual([...newest(20_010), 11_001, 10_001, 9_001, 8_001]);
    expect(firsts(search, 20_020)).toEqual([...newest(20_020), 7_001, 6_001, 5_001, 4_001]);
    expect(firsts(search, 20_030)).toEqual([...newest(20_030), 3_001, 2_001, 1_001, 1]);
    expect(firsts(search, 20_040).slice(4, 5)).toEqual([15_041]);
  });

  it('forgets where it was once all was found', () => {
    const search = new LogSearch(1);
    firsts(search, 20_000);
    for (const { last } of search.ranges(20_010)) if (last < 13_000) search.end();
    expect(firsts(search, 20_020)[4]).toBe(15_021);
  });
});
