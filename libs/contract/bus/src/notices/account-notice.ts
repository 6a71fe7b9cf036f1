import { type Static, Type } from '@sinclair/typebox';
import { origin } from '@exchange/core/message';
import { AddressText, Fields, HashText, schemaOf, Text, Uint } from '../fields';
import { defineNotice, ofSchema } from '../message';
import {
  BalanceView,
  DelegateView,
  EntryView,
  FeeTierView,
  OrderView,
  SignatureView,
  UserTradeView,
} from '../views';

/** Said when nothing was left for cancelOrders to cancel. */
export const NO_OPEN_ORDERS = 'no open orders';

/** What an account is told, in the order in which its client must see it. */
export const AccountFact = Type.Union([
  Fields({ kind: Type.Literal('order'), order: OrderView }),
  Fields({ kind: Type.Literal('balance'), balance: BalanceView }),
  Fields({ kind: Type.Literal('entry'), entry: EntryView }),
  Fields({ kind: Type.Literal('trade'), trade: UserTradeView }),
  Fields({ kind: Type.Literal('delegate'), delegate: DelegateView }),
  Fields({ kind: Type.Literal('feeTier'), feeTier: FeeTierView }),
  /** The co-signature that cancels an order in the contract. */
  Fields({ kind: Type.Literal('orderCancellation'), hash: HashText, signature: SignatureView }),
  /** The command's answer is a sentence. */
  Fields({ kind: Type.Literal('message'), text: Text }),
  /** For its gateways, not for the client: tenths of points per window; null for the usual figure. */
  Fields({ kind: Type.Literal('limits'), pointTenths: Type.Union([Uint, Type.Null()]) }),
  /** The command named by the origin was refused after it had been taken. */
  Fields({ kind: Type.Literal('refused'), code: Text, message: Text }),
]);
export type AccountFact = Static<typeof AccountFact>;

/** Facts that one command (its origin) or nobody in particular caused. */
export const NoticeItem = Fields({
  origin: Type.Optional(schemaOf(origin)),
  /** Further commands that the same facts answer. */
  others: Type.Optional(Type.Array(schemaOf(origin))),
  /** Told on the way to the answer, which is still to come, however long it takes: it goes without the rid. */
  interim: Type.Optional(Type.Literal(true)),
  facts: Type.Array(AccountFact),
});
export type NoticeItem = Static<typeof NoticeItem>;

export const AccountNotice = Fields({
  account: AddressText,
  seq: Uint,
  at: Uint,
  items: Type.Array(NoticeItem),
});
export type AccountNotice = Static<typeof AccountNotice>;

const TRADE_ENTRY = {
  id: 140737488355330,
  type: 'trade',
  changes: [
    { token: 'ETH', amount: '-5', fees: '0', net: '-5' },
    { token: 'DAI', amount: '600', fees: '1', net: '599' },
  ],
  signature: {},
  transaction: null,
  blockNumber: null,
  blockHash: null,
  canceled: false,
  description: 'trade',
  timestamp: 1700000000000,
  lastUpdated: 1700000000000,
} satisfies Partial<EntryView>;

/** All that changed for one account in one turn; `seq` (accountSeq) is dense per account. Sent after the commit. */
export const accountNotice = defineNotice({
  pattern: 'account.v1.notice.*',
  writer: 'account-service',
  readers: ['ws-gateway'],
  content: ofSchema(AccountNotice),
  fixtures: [
    {
      account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      seq: 3,
      at: 1700000000000,
      items: [
        {
          origin: { gateway: 'ws-1', connection: 7, command: 3, rid: 12 },
          facts: [
            { kind: 'balance', balance: { token: 'ETH', settled: '5', usable: '4', blocked: '0' } },
            { kind: 'refused', code: 'ORDER_NOT_OPEN', message: 'order 5 is not open' },
            { kind: 'feeTier', feeTier: { volume: '100.5', makerPpm: -200, takerPpm: 2000 } },
            {
              kind: 'orderCancellation',
              hash: '0x22bb425e6c9582d985c9f0eaa5a70004727c75a6027079ac46fd2bd6e47ad169',
              signature: { v: 27, deadline: 1700003600 },
            },
            { kind: 'message', text: 'pending settlement' },
            { kind: 'limits', pointTenths: 100000 },
          ],
        },
      ],
    },
    {
      account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      seq: 4,
      at: 1700000000000,
      items: [
        {
          facts: [
            { kind: 'entry', entry: { ...TRADE_ENTRY, applied: [0, 1, -1] } },
            {
              kind: 'entry',
              entry: {
                ...TRADE_ENTRY,
                applied: [0, 1, -1],
                appliedItems: [
                  [0, 1, -1],
                  [0, -1, 1],
                ],
              },
            },
          ],
        },
      ],
    },
    {
      account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      seq: 5,
      at: 1700000000000,
      items: [
        {
          origin: { gateway: 'ws-1', connection: 7, command: 4, rid: 13 },
          interim: true,
          facts: [{ kind: 'message', text: 'pending settlement' }],
        },
        {
          origin: { gateway: 'ws-1', connection: 7, command: 4, rid: 13 },
          others: [{ gateway: 'ws-2', connection: 9, command: 1 }],
          facts: [{ kind: 'balance', balance: { token: 'ETH', settled: '5', usable: '4', blocked: '0' } }],
        },
      ],
    },
  ],
});
