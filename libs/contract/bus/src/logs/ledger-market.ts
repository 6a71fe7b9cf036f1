import { controlInput, listOf, marketInput, object, uint } from '@exchange/core/message';
import { defineLog } from '../message';

/** What one turn of a partition's owner sends to one market, in order. `at`: acceptance, Unix ms. */
export const ledgerMarket = defineLog('LEDGER', {
  pattern: 'ledger.v1.market.*.*',
  writer: 'account-service',
  readers: ['matching-engine'],
  content: object({ at: uint, inputs: listOf(marketInput), seq: uint }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      inputs: [
        {
          kind: 'place',
          orderId: 140737488355329,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          side: 'sell',
          sellAmount: '1000000000000000000',
          buyAmount: '200000000000000000000',
          sellBook: '1000000000000000000',
          buyBook: '200000000000000000000',
          fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
          leaveAt: 1900000000,
          origin: { gateway: 'ws-1', connection: 7, command: 3, rid: 12 },
        },
        {
          kind: 'place',
          orderId: 140737488355330,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          side: 'buy',
          sellAmount: '200000000000000000000',
          buyAmount: '1000000000000000000',
          sellBook: '200000000000000000000',
          buyBook: '1000000000000000000',
          fees: { makerPpm: -200, takerPpm: 2000, settlementFee: '7', rebateToken: 'buy' },
          leaveAt: 1900000000,
          hidden: true,
          execution: 'post_only',
          stopRateKey: 1030000,
          peg: { currency: 'USD', rateKey: 1030000 },
        },
        {
          kind: 'edit',
          orderId: 140737488355330,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          buyBook: '900000000000000000',
          hidden: false,
          leaveAt: 1800000000,
          fees: { makerPpm: -200, takerPpm: 2000, settlementFee: '0', rebateToken: 'buy' },
        },
        {
          kind: 'cancel',
          orderId: 140737488355329,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          reason: 'owner',
        },
      ],
    },
  ],
});

/** Global inputs of a market from partition 0; a market exists from its first `rules` on. */
export const ledgerControl = defineLog('LEDGER', {
  pattern: 'ledger.v1.control.*',
  writer: 'account-service',
  readers: ['matching-engine'],
  content: object({ at: uint, inputs: listOf(controlInput), seq: uint }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      inputs: [
        {
          kind: 'rules',
          rules: {
            market: 'ETHDAI',
            index: 1,
            tradedDecimals: 18,
            quoteDecimals: 18,
            minOrderRemaining: '0',
            minOrderRemainingQuote: '1000000000000000000',
          },
        },
        { kind: 'status', status: 'open' },
        { kind: 'time', now: 1700000000 },
        { kind: 'peg_rate', currency: 'USD', rate: '1.000213' },
        { kind: 'peg_rate', currency: 'JPY', rate: null },
      ],
    },
  ],
});
