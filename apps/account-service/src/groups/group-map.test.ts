import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@exchange/platform';
import { AccountGroup } from './account-group';
import { groupMap } from './group-map';

describe('the map of groups', () => {
  it('gives every partition to one group, and each group a process that it is meant for', () => {
    const [a, b] = groupMap(['a=0-30+63@first', 'b=31-62']);
    expect(a).toMatchObject({ name: 'a', process: 'first' });
    expect([a?.partitions.length, a?.partitions.at(-1)]).toEqual([32, 63]);
    expect(b).toMatchObject({ name: 'b', process: '' });
    expect([b?.partitions[0], b?.partitions.at(-1)]).toEqual([31, 62]);
    expect(groupMap([])).toEqual([]);
  });

  it('lets a group be asked for some of its partitions after another', () => {
    const [a] = groupMap(['a=0-30+63@first', 'b=31-62']);
    const group = new AccountGroup('a', a?.partitions ?? [], ['a', 'b']);
    expect([group.some(29, 8), group.some(31, 8)]).toEqual([[29, 30, 63], []]);
    expect(AccountGroup.WHOLE.some(8, 2)).toEqual([8, 9]);
  });

  it('says everything that is wrong with it at once', () => {
    const wrong = () => groupMap(['a=0-31', 'a=31-62@x', 'B=7', 'c=64', 'd=9-8', 'e']);
    expect(wrong).toThrow(ConfigError);
    for (const problem of [
      /"a=31-62@x" gives partition 31 a second group, after a/,
      /a is named twice/,
      /"B=7" is not name=partitions@process/,
      /"c=64" is not/,
      /"d=9-8" is not/,
      /"e" is not/,
      /no group has 63/,
    ]) {
      expect(wrong).toThrow(problem);
    }
  });
});
