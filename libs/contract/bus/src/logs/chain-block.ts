import { blockNews, listOf, object, uint } from '@exchange/core/message';
import { defineLog } from '../message';

export const chainBlock = defineLog('CHAIN', {
  pattern: 'chain.v1.*',
  writer: 'chain-watcher',
  readers: ['account-service', 'settlement-service', 'solvency'],
  content: object({ at: uint, news: listOf(blockNews), seq: uint }),
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
