import { listOf, marketId, marketStep, object, optional, uint } from '@exchange/core/message';
import { defineLog } from '../message';

/**
 * A part of the report of one turn of a market's engine, at most 256 KiB; `seq` is dense per market. `rulesVersion`: of the
 * rules by which the market is matched after it; absent for the first.
 */
export const marketReport = defineLog('MARKET', {
  pattern: 'market.v1.*',
  writer: 'matching-engine',
  readers: ['account-service', 'market-data', 'attester', 'ws-gateway', 'rest-gateway'],
  content: object({
    at: uint,
    market: marketId,
    steps: listOf(marketStep),
    seq: uint,
    rulesVersion: optional(uint),
  }),
  fixtures: [
    {
      seq: 17,
      at: 1700000000000,
      market: 'ETHDAI',
      steps: [
        {
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          origin: { gateway: 'ws-1', connection: 7, command: 3 },
          events: [
            {
              kind: 'trade',
              tradeId: 1099511627777,
              time: 1700000000000,
              rateKey: 1030000,
              takerSide: 'buy',
              traded: '1000000000000000000',
              quote: '200000000000000000000',
              maker: {
                orderId: 140737488355329,
                account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
                sellBook: '0',
                buyBook: '0',
                fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
              },
              taker: {
                orderId: 5,
                account: '0x00000000000000000000000000000000000000aa',
                sellBook: '1',
                buyBook: '2',
                fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
              },
            },
            {
              kind: 'done',
              orderId: 140737488355329,
              account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
              reason: 'filled',
            },
            { kind: 'level', side: 'sell', rateKey: 1030000, amount: '0', count: 0 },
          ],
        },
        {
          account: '0x00000000000000000000000000000000000000aa',
          events: [
            {
              kind: 'waiting',
              orderId: 6,
              account: '0x00000000000000000000000000000000000000aa',
              for: 'stop',
            },
            { kind: 'triggered', orderId: 6, account: '0x00000000000000000000000000000000000000aa' },
            {
              kind: 'edited',
              orderId: 7,
              account: '0x00000000000000000000000000000000000000aa',
              sellBook: '200000000000000000000',
              buyBook: '1000000000000000000',
              held: '210000000000000000000',
              rateKey: 1030000,
              hidden: true,
              leaveAt: 1900000000,
              stopRateKey: 1030001,
              peg: { currency: 'USD', rateKey: 1030000 },
              fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
            },
            {
              kind: 'edit_refused',
              orderId: 8,
              account: '0x00000000000000000000000000000000000000aa',
              reason: 'exceeds_signed',
            },
            {
              kind: 'done',
              orderId: 9,
              account: '0x00000000000000000000000000000000000000aa',
              reason: 'fill_or_kill',
            },
          ],
        },
      ],
    },
  ],
});
