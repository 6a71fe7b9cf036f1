import { type Static, Type } from '@sinclair/typebox';
import {
  AddressText,
  AmountText,
  Fields,
  HashText,
  SideText,
  Signature,
  SignedOrder,
  Text,
  Uint,
} from '../fields';
import { defineLog, ofSchema } from '../message';

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
  content: ofSchema(Fields({ seq: Uint, at: Uint, legs: Type.Array(SettleLeg) })),
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

/** What account-service wants signed or sent in the contract's name. Deadlines in Unix seconds, of block time. */
export const CosignRequest = Type.Union([
  /** A withdrawal that the co-signer may sign: usable was reduced by it before this was written. */
  Fields({
    kind: Type.Literal('withdrawal'),
    entryId: Uint,
    account: AddressText,
    token: AddressText,
    amount: AmountText,
    receiver: AddressText,
    nonce: Uint,
    deadline: Uint,
  }),
  /** The key is stopped, and every trade that it signed is final. */
  Fields({
    kind: Type.Literal('delegate_removal'),
    account: AddressText,
    delegate: AddressText,
    deadline: Uint,
  }),
  /** The order with this EIP-712 digest is gone for good, and every trade of it is final. */
  Fields({
    kind: Type.Literal('order_cancellation'),
    account: AddressText,
    digest: HashText,
    deadline: Uint,
  }),
]);
export type CosignRequest = Static<typeof CosignRequest>;

/** A withdrawal that its account signed, to be given to the contract: usable was reduced by it before. */
export const Submission = Fields({
  entryId: Uint,
  account: AddressText,
  token: AddressText,
  amount: AmountText,
  /** Part of the amount, for the fee collector. */
  fee: AmountText,
  scheme: Type.Union([Type.Literal('full'), Type.Literal('short'), Type.Literal('shortPersonal')]),
  receiver: AddressText,
  maxFee: AmountText,
  deadline: Uint,
  nonce: Uint,
  signature: Signature,
});
export type Submission = Static<typeof Submission>;

export const ledgerCosign = defineLog('LEDGER', {
  pattern: 'ledger.v1.cosign.*',
  writer: 'account-service',
  readers: ['settlement-service'],
  content: ofSchema(
    Fields({
      seq: Uint,
      at: Uint,
      requests: Type.Array(CosignRequest),
      submissions: Type.Optional(Type.Array(Submission)),
    }),
  ),
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
