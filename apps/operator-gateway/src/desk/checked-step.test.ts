import { expect, it } from '@jest/globals';
import { checkedStep } from './checked-step';

const SHOWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const freeze = (account: string) => checkedStep({ action: 'freeze-account', content: { account } });

it('an address counts in any letter case', () => {
  expect(freeze(SHOWN)).toMatchObject({ ok: true, value: { content: { account: SHOWN.toLowerCase() } } });
  expect(freeze(SHOWN.toLowerCase())).toEqual(freeze(SHOWN));
});

it.each([SHOWN.slice(0, -1), `${SHOWN.slice(0, -1)}G`, 'ETHDAI', ''])('%j is no account', (account) => {
  expect(freeze(account)).toMatchObject({
    ok: false,
    code: 'INVALID_FIELD',
    message: expect.stringContaining('account'),
  });
});

it('only what is meant as an address loses its capitals', () => {
  const content = { market: 'ETHDAI', status: 'open' };
  expect(checkedStep({ action: 'set-market-status', content })).toMatchObject({ value: { content } });
});
