import { describe, expect, it } from '@jest/globals';
import { groupsOptions } from './options';

const broker = ['--nats', 'nats://operator-gateway:se%20cret@host:4222'];

describe('the command line of groups', () => {
  it('lists or moves', () => {
    const at = { natsUrl: 'nats://host:4222', password: 'se cret' };
    expect(groupsOptions(['list', ...broker], {})).toEqual({ wish: 'list', ...at });
    expect(groupsOptions(['move', 'b', '--to', 'second', ...broker], {})).toEqual({
      wish: { group: 'b', to: 'second' },
      ...at,
    });
  });

  it.each([
    [[]],
    [['move', 'b']],
    [['move', '--to', 'x']],
    [['list', 'b']],
    [['move', 'a', 'b', '--to', 'x']],
    [['list', '--no']],
  ])('says what would be right instead of %j', (args: string[]) => {
    expect(() => groupsOptions([...args, ...broker], {})).toThrow(/npm run groups/);
  });
});
