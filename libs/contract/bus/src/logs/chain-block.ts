import { type Static, Type } from '@sinclair/typebox';
import { AddressText, AmountText, Fields, HashText, Text, Uint } from '../fields';
import { defineLog, ofSchema } from '../message';

/** Where on the chain a fact stands; (transaction, logIndex) names it for ever. */
const Place = { transaction: HashText, logIndex: Uint };

/** What the contract said in one event (docs: contracts/README, events). Times in Unix seconds. */
export const ChainFact = Type.Union([
  Fields({
    ...Place,
    kind: Type.Literal('deposited'),
    account: AddressText,
    token: AddressText,
    amount: AmountText,
    payer: AddressText,
  }),
  Fields({
    ...Place,
    kind: Type.Literal('withdrawn'),
    account: AddressText,
    token: AddressText,
    amount: AmountText,
    fee: AmountText,
    receiver: AddressText,
    nonce: Uint,
    by: Type.Union([Type.Literal('cosigned'), Type.Literal('submitted'), Type.Literal('exit')]),
  }),
  Fields({
    ...Place,
    kind: Type.Literal('withdrawal_failed'),
    account: AddressText,
    nonce: Uint,
    reason: Uint,
  }),
  Fields({
    ...Place,
    kind: Type.Literal('trade_settled'),
    tradeId: Uint,
    maker: AddressText,
    taker: AddressText,
    makerOrder: HashText,
    takerOrder: HashText,
    makerAmount: AmountText,
    takerAmount: AmountText,
    makerFee: AmountText,
    takerFee: AmountText,
    makerRebate: AmountText,
    makerToken: AddressText,
    takerToken: AddressText,
    rebateInBoughtToken: Type.Boolean(),
  }),
  Fields({ ...Place, kind: Type.Literal('trade_failed'), tradeId: Uint, code: Uint, side: Uint }),
  Fields({ ...Place, kind: Type.Literal('batch_settled'), batchId: Uint, settled: Uint, failed: Uint }),
  Fields({
    ...Place,
    kind: Type.Literal('exit_requested'),
    account: AddressText,
    token: AddressText,
    effectiveAt: Uint,
  }),
  Fields({ ...Place, kind: Type.Literal('exit_cancelled'), account: AddressText, token: AddressText }),
  Fields({
    ...Place,
    kind: Type.Literal('order_cancelled'),
    account: AddressText,
    orderHash: HashText,
    effectiveAt: Uint,
  }),
  Fields({
    ...Place,
    kind: Type.Literal('delegate_added'),
    account: AddressText,
    delegate: AddressText,
    validUntil: Uint,
  }),
  Fields({
    ...Place,
    kind: Type.Literal('delegate_removed'),
    account: AddressText,
    delegate: AddressText,
    effectiveAt: Uint,
  }),
  Fields({ ...Place, kind: Type.Literal('token_registered'), id: Uint, token: AddressText }),
  Fields({ ...Place, kind: Type.Literal('paused'), paused: Type.Boolean() }),
  /** A parameter or role changed: name and new value as text. */
  Fields({ ...Place, kind: Type.Literal('parameter'), name: Text, value: Text }),
]);
export type ChainFact = Static<typeof ChainFact>;
export type ChainFactOf<K extends ChainFact['kind']> = Extract<ChainFact, { kind: K }>;

/** A block was seen, became final, or was undone by a reorganisation (undone newest first). Time in Unix seconds. */
export const BlockNews = Type.Union([
  Fields({
    kind: Type.Literal('seen'),
    number: Uint,
    hash: HashText,
    parent: HashText,
    time: Uint,
    facts: Type.Array(ChainFact),
  }),
  /** The facts of a final block are repeated, so that a reader needs no memory of seen ones. */
  Fields({
    kind: Type.Literal('final'),
    number: Uint,
    hash: HashText,
    time: Uint,
    facts: Type.Array(ChainFact),
  }),
  Fields({ kind: Type.Literal('undone'), number: Uint, hash: HashText, facts: Type.Array(ChainFact) }),
]);
export type BlockNews = Static<typeof BlockNews>;

export const chainBlock = defineLog('CHAIN', {
  pattern: 'chain.v1.*',
  writer: 'chain-watcher',
  readers: ['account-service', 'settlement-service'],
  content: ofSchema(Fields({ seq: Uint, at: Uint, news: Type.Array(BlockNews) })),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      news: [
        {
          kind: 'seen',
          number: 12,
          hash: '0x1111111111111111111111111111111111111111111111111111111111111111',
          parent: '0x2222222222222222222222222222222222222222222222222222222222222222',
          time: 1700000000,
          facts: [
            {
              kind: 'deposited',
              transaction: '0x3333333333333333333333333333333333333333333333333333333333333333',
              logIndex: 0,
              account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
              token: '0x0000000000000000000000000000000000000000',
              amount: '5',
              payer: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
            },
          ],
        },
        {
          kind: 'undone',
          number: 12,
          hash: '0x1111111111111111111111111111111111111111111111111111111111111111',
          facts: [],
        },
        {
          kind: 'final',
          number: 10,
          hash: '0x4444444444444444444444444444444444444444444444444444444444444444',
          time: 1699999998,
          facts: [],
        },
      ],
    },
  ],
});
