import { describe, expect, it } from '@jest/globals';
import { ACTIONS, isAction, mayDo, peopleFor, rolesFor } from '.';

describe('the table of actions', () => {
  it.each(['freeze-account', 'pause-withdrawals', 'cancel-market-orders'] as const)(
    '%s needs one person',
    (action) => {
      expect(peopleFor(action, {}, [])).toBe(1);
    },
  );

  it.each([
    ...(['unfreeze-account', 'resume-withdrawals', 'announce-fees', 'list-token', 'edit-token'] as const),
    ...(['list-market', 'edit-market', 'set-roles', 'cover-shortfall'] as const),
  ])('%s needs two people', (action) => {
    expect(peopleFor(action, {}, [])).toBe(2);
  });

  it.each(['open', 'post_only', 'delisted', 'whatever', null])(
    'a market becomes %s by two people',
    (status) => {
      expect(peopleFor('set-market-status', { market: 'ETHDAI', status }, [])).toBe(2);
    },
  );

  it('a market becomes cancel_only by one', () => {
    expect(peopleFor('set-market-status', { market: 'ETHDAI', status: 'cancel_only' }, [])).toBe(1);
    expect(peopleFor('set-market-status', 'cancel_only', [])).toBe(2);
  });

  it.each([
    [1, [{ before: '1000', after: '1000' }]],
    [1, [{ before: '10000', after: '9000' }]],
    [1, []],
    [2, [{ before: '9000', after: '10000' }]],
    [2, [{ after: '10' }]],
    [2, [{ before: 'none', after: '10' }]],
    [
      2,
      [
        { before: '2', after: '1' },
        { before: '1', after: '2' },
      ],
    ],
  ] as const)('%d people change limits by %j', (people, effects) => {
    expect(peopleFor('set-account-limits', {}, effects)).toBe(people);
  });

  it('a viewer changes nothing, and whoever has the role may', () => {
    for (const action of ACTIONS) {
      expect(mayDo(['viewer'], action)).toBe(false);
      for (const role of rolesFor(action)) expect(mayDo(['viewer', role], action)).toBe(true);
    }
    expect(isAction('toString')).toBe(false);
  });
});
