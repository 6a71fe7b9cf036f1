import { type Static, Type } from '@sinclair/typebox';
import { AddressText, Fields, HashText, Signature, Text, Uint } from '../fields';
import { defineLog, ofSchema } from '../message';

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
  /** The co-signature by which the account removes a delegate at once. */
  Fields({
    kind: Type.Literal('removal_signed'),
    account: AddressText,
    delegate: AddressText,
    deadline: Uint,
    signature: Signature,
  }),
  /** The co-signature by which the account voids an order (EIP-712 digest) at once. */
  Fields({
    kind: Type.Literal('cancellation_signed'),
    account: AddressText,
    digest: HashText,
    deadline: Uint,
    signature: Signature,
  }),
  /** A submitted withdrawal went to the chain. */
  Fields({
    kind: Type.Literal('withdrawal_sent'),
    entryId: Uint,
    account: AddressText,
    transaction: HashText,
  }),
  /** A submitted withdrawal will not be mined any more. `refused`: by the contract, for a reason of the account's. */
  Fields({
    kind: Type.Literal('withdrawal_failed'),
    entryId: Uint,
    account: AddressText,
    reason: Text,
    refused: Type.Boolean(),
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
  readers: ['account-service'],
  content: ofSchema(Fields({ seq: Uint, at: Uint, news: Type.Array(SettlementNews) })),
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
        {
          kind: 'removal_signed',
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          delegate: '0xd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1',
          deadline: 1700003600,
          signature: {
            v: 27,
            r: '0x1111111111111111111111111111111111111111111111111111111111111111',
            s: '0x2222222222222222222222222222222222222222222222222222222222222222',
          },
        },
        {
          kind: 'cancellation_signed',
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          digest: '0x22bb425e6c9582d985c9f0eaa5a70004727c75a6027079ac46fd2bd6e47ad169',
          deadline: 1700003600,
          signature: {
            v: 27,
            r: '0x1111111111111111111111111111111111111111111111111111111111111111',
            s: '0x2222222222222222222222222222222222222222222222222222222222222222',
          },
        },
        {
          kind: 'withdrawal_sent',
          entryId: 140737488355331,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          transaction: '0x3333333333333333333333333333333333333333333333333333333333333333',
        },
        {
          kind: 'withdrawal_failed',
          entryId: 140737488355332,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          reason: 'BALANCE',
          refused: true,
        },
      ],
    },
  ],
});
