import { listOf, object, settlementNews as news, uint } from '@exchange/core/message';
import { defineLog } from '../message';

export const settlementNews = defineLog('SETTLEMENT', {
  pattern: 'settlement.v1',
  writer: 'settlement-service',
  readers: ['account-service', 'market-data', 'attester'],
  content: object({ at: uint, news: listOf(news), seq: uint }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      news: [
        {
          kind: 'sent',
          batchId: 1,
          transaction: '0x3333333333333333333333333333333333333333333333333333333333333333',
          tradeIds: [1099511627777],
        },
        { kind: 'failed', tradeId: 1099511627778, code: 17, side: 1, reason: 'BALANCE' },
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
    {
      seq: 2,
      at: 1700000000000,
      news: [
        {
          kind: 'reversed',
          trades: [
            {
              tradeId: 1099511627777,
              maker: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
              taker: '0xd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1',
            },
          ],
        },
      ],
    },
  ],
});
