import { accountNotice as content, type OrderView, type ToldEntry } from '@exchange/core/message';
import { defineNotice } from '../message';

/** Said when nothing was left for cancelOrders to cancel. */
export const NO_OPEN_ORDERS = 'no open orders';

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
} satisfies Partial<ToldEntry>;

const ORDER = {
  id: 140737488355329,
  cid: 5,
  hash: '0x22bb425e6c9582d985c9f0eaa5a70004727c75a6027079ac46fd2bd6e47ad169',
  market: 'ETHDAI',
  sellToken: 'ETH',
  buyToken: 'DAI',
  sellAmount: '1000000000000000000',
  buyAmount: '340282366920938463463374607431768211455',
  nonce: 1700000000001,
  timestamp: 1700000000000,
  lastActive: 1700000000000,
} satisfies Partial<OrderView>;

/** All that changed for one account in one turn; `seq` (accountSeq) is dense per account. Sent after the commit. */
export const accountNotice = defineNotice({
  pattern: 'account.v1.notice.*',
  writer: 'account-service',
  readers: ['ws-gateway'],
  content,
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
            {
              kind: 'minimumNonce',
              token: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
              minNonce: 1700000000001,
              signature: { v: 28, deadline: 1700003600 },
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
    {
      account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      seq: 6,
      at: 1700000000000,
      items: [
        {
          origin: { gateway: 'ws-1', connection: 7, command: 5, rid: 14 },
          facts: [
            {
              kind: 'order',
              order: {
                ...ORDER,
                ...{ active: true, canceled: false, hidden: false, trades: [], info: '' },
                ...{ sellRemaining: '1000000000000000000', buyRemaining: ORDER.buyAmount },
                ...{ sellBook: '500000000000000000', buyBook: '150000000000000000000', bookRate: '300' },
                ...{ stopRate: null, peggedCurrency: null, peggedRate: null },
              },
            },
            {
              kind: 'order',
              order: {
                ...ORDER,
                ...{ active: false, canceled: true, hidden: true, trades: [1099511627777], info: 'canceled' },
                ...{ sellRemaining: '400000000000000000', buyRemaining: '0' },
                ...{ sellBook: '0', buyBook: '0', bookRate: '0.00000001' },
                ...{ stopRate: '299.5', peggedCurrency: 'USD', peggedRate: '3000' },
              },
            },
          ],
        },
      ],
    },
  ],
});
