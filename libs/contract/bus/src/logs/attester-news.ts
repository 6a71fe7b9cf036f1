import { attesterNews as news, listOf, object, uint } from '@exchange/core/message';
import { defineLog } from '../message';

/** The co-signatures that the attester gave, in order. */
export const attesterNews = defineLog('ATTESTER', {
  pattern: 'attester.v1',
  writer: 'attester',
  readers: ['account-service'],
  content: object({ at: uint, news: listOf(news), seq: uint }),
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
          kind: 'minimum_nonce_signed',
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          token: '0x0000000000000000000000000000000000000000',
          minNonce: 1234567890124,
          deadline: 1700003600,
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
