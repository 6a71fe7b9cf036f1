import { type Static, Type } from '@sinclair/typebox';
import { AddressText, Fields, HashText, Signature, Text, Uint } from '../fields';
import { defineLog } from '../message';

export const SettlementNews = Type.Union([
  /** The co-signature of a withdrawal; deadline in Unix seconds. */
  Fields({
    kind: Type.Literal('signed'),
    entryId: Uint,
    account: AddressText,
    nonce: Uint,
    deadline: Uint,
    signature: Signature,
  }),
  /** A batch went to the chain. */
  Fields({ kind: Type.Literal('sent'), batchId: Uint, transaction: HashText, tradeIds: Type.Array(Uint) }),
  /** A trade in a batch did not settle and will be tried again; code and side are the contract's. */
  Fields({ kind: Type.Literal('failed'), tradeId: Uint, code: Uint, side: Uint, reason: Text }),
]);
export type SettlementNews = Static<typeof SettlementNews>;

export const settlementNews = defineLog('SETTLEMENT', {
  pattern: 'settlement.v1',
  writer: 'settlement-service',
  readers: ['account-service', 'market-data'],
  schema: Fields({ seq: Uint, at: Uint, news: Type.Array(SettlementNews) }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      news: [
        {
          kind: 'signed',
          entryId: 140737488355330,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          nonce: 4503599627370496,
          deadline: 1700003600,
          signature: {
            v: 28,
            r: '0x1111111111111111111111111111111111111111111111111111111111111111',
            s: '0x2222222222222222222222222222222222222222222222222222222222222222',
          },
        },
        {
          kind: 'sent',
          batchId: 1,
          transaction: '0x3333333333333333333333333333333333333333333333333333333333333333',
          tradeIds: [1099511627777],
        },
        { kind: 'failed', tradeId: 1099511627778, code: 17, side: 1, reason: 'BALANCE' },
      ],
    },
  ],
});
