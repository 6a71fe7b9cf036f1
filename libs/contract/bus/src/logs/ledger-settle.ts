import { type Static, Type } from '@sinclair/typebox';
import { AddressText, AmountText, Fields, HashText, SideText, SignedOrder, Text, Uint } from '../fields';
import { defineLog } from '../message';

/** One side of a trade, ready to settle: what the contract needs of this side. Amounts in smallest units. */
export const SettleLeg = Fields({
  tradeId: Uint,
  market: Text,
  role: Type.Union([Type.Literal('maker'), Type.Literal('taker')]),
  account: AddressText,
  /** The account's running sequence when the trade was posted: the order in which its trades must settle. */
  accountSeq: Uint,
  orderId: Uint,
  /** EIP-712 digest of the order: the contract's fill key. */
  orderHash: HashText,
  order: SignedOrder,
  /** Gross amounts of the trade: what this side gives (before a rebate) and gets (before fees). */
  sold: AmountText,
  bought: AmountText,
  /** Trade fee plus settlement fee of this side, in its bought token. */
  fee: AmountText,
  /** Makers only, in the token named by rebateToken; `sell` lowers what the maker gives. */
  rebate: AmountText,
  rebateToken: SideText,
});
export type SettleLeg = Static<typeof SettleLeg>;

/** Legs of trades in the order in which they were posted; the two legs of a trade are joined by trade id. */
export const ledgerSettle = defineLog('LEDGER', {
  pattern: 'ledger.v1.settle.*',
  writer: 'account-service',
  readers: ['settlement-service'],
  schema: Fields({ seq: Uint, at: Uint, legs: Type.Array(SettleLeg) }),
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

/** A withdrawal that the co-signer may sign: usable was reduced by it before this was written. */
export const CosignRequest = Fields({
  kind: Type.Literal('withdrawal'),
  entryId: Uint,
  account: AddressText,
  token: AddressText,
  amount: AmountText,
  receiver: AddressText,
  nonce: Uint,
  /** Unix seconds, compared with block time. */
  deadline: Uint,
});
export type CosignRequest = Static<typeof CosignRequest>;

export const ledgerCosign = defineLog('LEDGER', {
  pattern: 'ledger.v1.cosign.*',
  writer: 'account-service',
  readers: ['settlement-service'],
  schema: Fields({ seq: Uint, at: Uint, requests: Type.Array(CosignRequest) }),
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
      ],
    },
  ],
});
