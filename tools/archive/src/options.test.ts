import { describe, expect, it } from '@jest/globals';
import { monthOf, monthText } from './months';
import { archiveOptions } from './options';

const database = ['--database', 'postgres://archivist@host/exchange'];

describe('the command line of archive', () => {
  it('lists, detaches or restores', () => {
    const wish = (...args: string[]) => archiveOptions([...args, ...database], {}).wish;
    expect(wish('list')).toEqual({ verb: 'list' });
    expect(wish('detach', '--before', '2026-06', '--out', '/a')).toEqual({
      ...{ verb: 'detach', before: 677, out: '/a' },
    });
    expect(wish('restore', '--month', '1970-02', '--from', '/a')).toEqual({
      ...{ verb: 'restore', month: 1, from: '/a' },
    });
  });

  it.each([
    [[]],
    [['list', 'all']],
    [['list', '--out', 'x']],
    [['detach', '--before', '2026-06']],
    [['detach', '--before', '2026-6', '--out', 'x']],
    [['detach', '--before', '2026-13', '--out', 'x']],
    [['restore', '--month', '2026-06', '--out', 'x']],
    [['restore', '--no']],
    [['toString']],
  ])('says what would be right instead of %j', (args: string[]) => {
    expect(() => archiveOptions([...args, ...database], {})).toThrow(/npm run archive/);
  });

  it('reads the months that it writes', () => {
    for (const month of [1, 12, 676, 677, 1_200]) expect(monthOf(monthText(month))).toBe(month);
  });
});
