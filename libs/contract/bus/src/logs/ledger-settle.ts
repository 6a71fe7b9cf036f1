import { cosignRequest, listOf, object, optional, settleLeg, submission, uint } from '@exchange/core/message';
import { defineLog } from '../message';

/** Legs of trades in the order in which they were posted; the two legs of a trade are joined by trade id. */
export const ledgerSettle = defineLog('LEDGER', {
  pattern: 'ledger.v1.settle.*',
  writer: 'account-service',
  readers: ['settlement-service', 'attester'],
  content: object({ at: uint, legs: listOf(settleLeg), seq: uint }),
  fixtures: [
    {
      seq: 4,
      at: 1700000000000,
      legs: [
        {
          tradeId: 1099511627777,
          market: 'ETHDAI',
          role: 'maker',
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          accountSeq: 9,
          orderId: 140737488355329,
          orderHash: '0x22bb425e6c9582d985c9f0eaa5a70004727c75a6027079ac46fd2bd6e47ad169',
          order: {
            terms: {
              sellToken: '0x0000000000000000000000000000000000000000',
              sellAmount: '1000000000000000000',
              buyToken: '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
              buyAmount: '200000000',
              expiry: 1900000000,
              nonce: 1234567890123,
            },
            signature: {
              v: 27,
              r: '0x1111111111111111111111111111111111111111111111111111111111111111',
              s: '0x2222222222222222222222222222222222222222222222222222222222222222',
            },
            format: 'signTypedData',
            signer: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          },
          sold: '1000000000000000000',
          bought: '200000000',
          fee: '0',
          rebate: '0',
          rebateToken: 'sell',
        },
      ],
    },
  ],
});

/** What is to be co-signed or submitted, in order. */
export const ledgerCosign = defineLog('LEDGER', {
  pattern: 'ledger.v1.cosign.*',
  writer: 'account-service',
  readers: ['settlement-service', 'attester', 'chain-watcher'],
  content: object({
    at: uint,
    requests: listOf(cosignRequest),
    submissions: optional(listOf(submission)),
    seq: uint,
  }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      requests: [
        {
          kind: 'withdrawal',
          entryId: 140737488355330,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          token: '0x0000000000000000000000000000000000000000',
          amount: '1',
          receiver: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          nonce: 4503599627370496,
          deadline: 1700003600,
        },
        {
          kind: 'delegate_removal',
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          delegate: '0xd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1',
          deadline: 1700003600,
        },
        {
          kind: 'order_cancellation',
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          digest: '0x22bb425e6c9582d985c9f0eaa5a70004727c75a6027079ac46fd2bd6e47ad169',
          deadline: 1700003600,
        },
        {
          kind: 'minimum_nonce',
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          token: '0x0000000000000000000000000000000000000000',
          minNonce: 1234567890124,
          deadline: 1700003600,
        },
      ],
    },
    {
      seq: 2,
      at: 1700000000000,
      requests: [],
      submissions: [
        {
          entryId: 140737488355331,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          token: '0x0000000000000000000000000000000000000000',
          amount: '1000',
          fee: '0',
          scheme: 'short',
          receiver: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          maxFee: '0',
          deadline: 4294967295,
          nonce: 7,
          signature: {
            v: 27,
            r: '0x1111111111111111111111111111111111111111111111111111111111111111',
            s: '0x2222222222222222222222222222222222222222222222222222222222222222',
          },
        },
      ],
    },
  ],
});
