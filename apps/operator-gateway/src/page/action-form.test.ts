import { type ActionName, type Json } from '@exchange/core/operator';
import { expect, it } from '@jest/globals';
import { contentSchema } from '../desk/content-schema';
import { contentOf, type FieldSchema, fieldsOf, typedOf } from './action-form';

const token = {
  ...{ symbol: 'DAI', name: 'Dai', minOrderAmount: '1', minOrderRemaining: '0', description: 'a = b' },
  links: { web: 'https://dai.example/?a=b', code: 'https://git.example' },
};
const CONTENTS: readonly (readonly [ActionName, Readonly<Record<string, Json>>])[] = [
  ['edit-token', token],
  ['edit-token', { ...token, minWithdrawal: '5', links: {} }],
  ['edit-market', { market: 'ETHDAI', minOrderAmountQuote: '10', minOrderRemainingQuote: '1' }],
  ['announce-fees', { rows: [{ volume: '0', makerFee: '0.1' }], startsAt: 1_700_000_000_000 }],
  ['set-account-limits', { account: `0x${'a1'.repeat(20)}`, pointTenths: null }],
  ['set-account-limits', { account: `0x${'a1'.repeat(20)}`, pointTenths: 500 }],
  ['set-roles', { person: 'vera', roles: ['viewer', 'support'] }],
  ['drain-engine', { engine: 'main', process: 'a', on: false }],
];

it.each(CONTENTS)('a form of %s that is filled in with %j says that again', (action, content) => {
  const fields = fieldsOf(contentSchema(action) as FieldSchema);
  expect(contentOf(fields, typedOf(fields, content))).toEqual({ ok: true, value: content });
});
