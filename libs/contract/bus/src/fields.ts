import { STORABLE_PATTERN } from '@exchange/core/kernel';
import { type Static, type TProperties, Type } from '@sinclair/typebox';

/** Pieces of messages. Amounts travel as decimal strings, addresses and hashes as lower-case hex. */
export const AmountText = Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$' });
export const SignedAmountText = Type.String({ pattern: '^-?(0|[1-9][0-9]{0,38})$' });
export const AddressText = Type.String({ pattern: '^0x[0-9a-f]{40}$' });
export const HashText = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
export const Uint = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** A positive decimal number, exact: no sign, exponent or leading zero. */
export const DecimalText = Type.String({ pattern: '^(0|[1-9][0-9]{0,30})(\\.[0-9]{1,18})?$' });
export const SideText = Type.Union([Type.Literal('buy'), Type.Literal('sell')]);
export const Text = Type.String();
/** A text of a client, to be kept: no gateway may pass on what the database would refuse. */
export const StorableText = Type.String({ pattern: STORABLE_PATTERN });

/** An object that ignores members it doesn't know, so that optional fields can be added within a version. */
export const Fields = <T extends TProperties>(properties: T) => Type.Object(properties);

/** Which client command caused something: names the connection, so that follow-up packets carry its rid. */
export const Origin = Fields({
  gateway: StorableText,
  connection: Uint,
  /** The connection's own running number of the command. */
  command: Uint,
  rid: Type.Optional(Uint),
});
export type Origin = Static<typeof Origin>;

export const Signature = Fields({ v: Uint, r: HashText, s: HashText });
export type Signature = Static<typeof Signature>;

/** What the owner signed (docs/interface, order signatures); expiry in Unix seconds. */
export const OrderTerms = Fields({
  sellToken: AddressText,
  sellAmount: AmountText,
  buyToken: AddressText,
  buyAmount: AmountText,
  expiry: Uint,
  nonce: Uint,
});
export type OrderTerms = Static<typeof OrderTerms>;

/** The rate to follow: this much of the currency for one whole traded token, as a rate key. */
export const Peg = Fields({ currency: StorableText, rateKey: Uint });
export type Peg = Static<typeof Peg>;

export const SignatureFormat = Type.Union([Type.Literal('sign'), Type.Literal('signTypedData')]);
export type SignatureFormat = Static<typeof SignatureFormat>;

/** An order as it can be settled: terms, signature (v 27 or 28, low s), and who signed. */
export const SignedOrder = Fields({
  terms: OrderTerms,
  signature: Signature,
  format: SignatureFormat,
  /** The account itself or one of its delegates. */
  signer: AddressText,
});
export type SignedOrder = Static<typeof SignedOrder>;

/** Fees fixed when the order was accepted, in parts per million of what is bought; a negative maker fee is a rebate. */
export const FeeTerms = Fields({
  makerPpm: Type.Integer(),
  takerPpm: Uint,
  /** Charged to a taker per trade, in smallest units of the bought token. */
  settlementFee: AmountText,
  rebateToken: SideText,
});
export type FeeTerms = Static<typeof FeeTerms>;

export const MarketStatus = Type.Union([
  Type.Literal('open'),
  Type.Literal('post_only'),
  Type.Literal('cancel_only'),
  /** All orders are canceled, and none is taken any more. */
  Type.Literal('delisted'),
]);
export type MarketStatus = Static<typeof MarketStatus>;
