import {
  address,
  amount,
  type AnyCodec,
  type Codec,
  decimal,
  hash,
  signedAmount,
  storableText,
} from '@exchange/core/message';
import { type TProperties, Type } from '@sinclair/typebox';

const textOf = ({ schema }: AnyCodec) => Type.Unsafe<string>(schema);

/** Pieces of messages. Amounts travel as decimal strings, addresses and hashes as lower-case hex. */
export const AmountText = textOf(amount);
export const SignedAmountText = textOf(signedAmount);
export const AddressText = textOf(address);
export const HashText = textOf(hash);
export const Uint = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** A positive decimal number, exact: no sign, exponent or leading zero. */
export const DecimalText = textOf(decimal);
export const SideText = Type.Union([Type.Literal('buy'), Type.Literal('sell')]);
export const Text = Type.String();
/** A text of a client, to be kept: no gateway may pass on what the database would refuse. */
export const StorableText = textOf(storableText);

/** An object that ignores members it doesn't know, so that optional fields can be added within a version. */
export const Fields = <T extends TProperties>(properties: T) => Type.Object(properties);

/** A signature and the terms of an order as requests have them: nothing is read of them yet. */
export const SignatureText = Fields({ v: Uint, r: HashText, s: HashText });

export const TermsText = Fields({
  sellToken: AddressText,
  sellAmount: AmountText,
  buyToken: AddressText,
  buyAmount: AmountText,
  /** Unix seconds. */
  expiry: Uint,
  nonce: Uint,
});

/** The schema of a codec whose values are the same in JSON and in code. */
export const schemaOf = <V>(codec: Codec<V>) => Type.Unsafe<V>(codec.schema);
