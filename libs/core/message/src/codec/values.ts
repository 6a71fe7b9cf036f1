import { Type } from '@sinclair/typebox';
import {
  type Address,
  amountFrom,
  type EntryId,
  type Hash,
  type MarketId,
  type OrderId,
  RATE_KEY_MAX,
  RATE_KEY_MIN,
  type RateKey,
  type Side,
  STORABLE_PATTERN,
  type TokenAmount,
  type TradeId,
} from '@exchange/core/kernel';
import { type Codec, coded, plain } from './codec';

const UINT = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** 0 … 2^53−1. */
export const uint: Codec<number> = plain(UINT);
/** Any whole number that JSON holds exactly. */
export const integer: Codec<number> = plain(Type.Integer());
export const bool: Codec<boolean> = plain(Type.Boolean());
/** No text is longer: a message that quotes one must pass the broker. */
const TEXT_MAX = 100_000;
export const text: Codec<string> = plain(Type.String({ maxLength: TEXT_MAX }));
/** As long as a client's frame may be. */
const STORED_TEXT_MAX = 5_000;
/** A text of a client, to be kept: no gateway may pass on what the database would refuse. */
export const storableText: Codec<string> = plain(
  Type.String({ pattern: STORABLE_PATTERN, maxLength: STORED_TEXT_MAX }),
);
/** The name of a process: part of subjects, and of sizes that reports are cut by. */
export const processName: Codec<string> = plain(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }));
/** An unsigned decimal number, exact: no sign, exponent or leading zero. */
export const decimal: Codec<string> = plain(
  Type.String({ pattern: '^(0|[1-9][0-9]{0,30})(\\.[0-9]{1,18})?$' }),
);

export const orderId: Codec<OrderId> = plain(UINT);
export const tradeId: Codec<TradeId> = plain(UINT);
export const entryId: Codec<EntryId> = plain(UINT);
/** A rate as an order-preserving integer: kernel, RateKey. */
export const rateKey: Codec<RateKey> = plain(Type.Integer({ minimum: RATE_KEY_MIN, maximum: RATE_KEY_MAX }));
export const marketId: Codec<MarketId> = plain(Type.String({ maxLength: 64 }));
export const address: Codec<Address> = plain(Type.String({ pattern: '^0x[0-9a-f]{40}$' }));
export const hash: Codec<Hash> = plain(Type.String({ pattern: '^0x[0-9a-f]{64}$' }));
/** No batch that the contract takes has more words: 256 orders of five. */
const WORDS_MAX = 1_280;
/** Words of 32 bytes, one after the other. */
export const words: Codec<string> = plain(
  Type.String({ pattern: '^0x([0-9a-f]{64})*$', maxLength: 2 + 64 * WORDS_MAX }),
);

/** Smallest units, as decimal text. */
export const amount: Codec<TokenAmount> = coded(
  Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$' }),
  (value) => value.toString(),
  amountFrom,
);

/** Smallest units with a sign, as decimal text. */
export const signedAmount: Codec<bigint> = coded(
  Type.String({ pattern: '^-?(0|[1-9][0-9]{0,38})$' }),
  (value) => value.toString(),
  (json: string) => BigInt(json),
);

/** Addresses and hashes as clients are shown them. */
export const addressText: Codec<string> = plain(address.schema);
export const hashText: Codec<string> = plain(hash.schema);
/** Smallest units as clients are shown them. */
export const amountText: Codec<string> = plain(amount.schema);
/** The same, with a sign where a change is told. */
export const signedAmountText: Codec<string> = plain(signedAmount.schema);
/** A decimal number as clients are shown it: no exponent; with a sign where a change is told. */
export const decimalText: Codec<string> = plain(Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' }));

/** A whole number of the chain, which may be above any amount: a uint256 as decimal text. */
export const uint256: Codec<bigint> = coded(
  Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' }),
  (value) => value.toString(),
  (json: string) => BigInt(json),
);

/** How many items a page of a history may have. */
export const pageSize: Codec<number> = plain(Type.Integer({ minimum: 1, maximum: 50 }));
/** Texts by name. */
export const texts: Codec<Readonly<Record<string, string>>> = plain(
  Type.Record(Type.String({ pattern: STORABLE_PATTERN }), storableText.schema, {
    additionalProperties: false,
  }),
);

/** Always this value. */
export const always = <const T extends string | number | boolean>(value: T): Codec<T> =>
  plain(Type.Literal(value));

/** One of these words, which it names. */
export const oneOf = <const W extends readonly string[]>(
  ...words: W
): Codec<W[number]> & { readonly words: W } => ({
  ...plain<W[number]>(Type.Union(words.map((word) => Type.Literal(word)))),
  words,
});

export const side = oneOf('buy', 'sell') satisfies Codec<Side>;
