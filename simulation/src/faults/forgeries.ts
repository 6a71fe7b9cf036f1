import { exchangeInterface } from '@exchange/contract/chain';
import { address, type Address } from '@exchange/core/kernel';
import type { AttestationRequest } from '@exchange/core/message';
import { TRIAL_BATCH } from '@exchange/core/settlement';
import { concat, toBeHex } from 'ethers';

type Words = readonly (readonly string[])[];

/** A batch with its attestation, as everybody can read it in call data. */
export interface PublicBatch {
  readonly batchId: number;
  readonly validUntil: number;
  readonly orders: Words;
  readonly trades: Words;
  readonly r: string;
  readonly vs: string;
}

export function readBatch(data: string): PublicBatch {
  const [batchId, validUntil, orders, trades, r, vs] = exchangeInterface
    .decodeFunctionData('settleBatch', data)
    .toArray(true) as [bigint, bigint, Words, Words, string, string];
  const asHex = (words: Words) => words.map((group) => group.map((word) => toBeHex(word, 32)));
  const [batch, until] = [Number(batchId), Number(validUntil)];
  return { batchId: batch, validUntil: until, orders: asHex(orders), trades: asHex(trades), r, vs };
}

export const callOf = ({ batchId, validUntil, orders, trades, r, vs }: PublicBatch): string =>
  exchangeInterface.encodeFunctionData('settleBatch', [batchId, validUntil, orders, trades, r, vs]);

/** Where batches are attested for, and when. */
export interface AttestedPlace {
  readonly chainId: number;
  readonly contract: Address;
  /** Unix seconds of the newest block. */
  readonly now: number;
  readonly limits: { readonly longestSeconds: number; readonly trialSeconds: number };
}

/** The words as an attester is asked about them. */
export const requestOf = (
  { chainId, contract }: Pick<AttestedPlace, 'chainId' | 'contract'>,
  { batchId, validUntil, orders, trades }: Omit<PublicBatch, 'r' | 'vs'>,
): AttestationRequest => ({
  ...{ chainId, contract, batchId, validUntil },
  ...{ orders: concat(orders.flat()), trades: concat(trades.flat()) },
});

type Change = (batch: PublicBatch, place: AttestedPlace) => Partial<PublicBatch>;

const flipped = (word: string, bit: number): string =>
  `0x${(BigInt(word) ^ (1n << BigInt(bit))).toString(16).padStart(64, '0')}`;

/** Another bit in a word of the first order, or the first trade; bits count from the lowest. */
const inFirst =
  (part: 'orders' | 'trades', word: number, bit: number): Change =>
  (batch) => {
    const [first = [], ...others] = batch[part];
    return { [part]: [first.map((own, index) => (index === word ? flipped(own, bit) : own)), ...others] };
  };

const REPLACEMENT_BIT = 192 + 52;
const LONG = 1_000;
/** More than passes until it is judged, and than the attester's node is behind. */
const SPARE = 45;

/**
 * What a thief of SETTLER would have attested, by the one check that is against it: of an attested batch's words,
 * of its length, or of its number. The bits are those of the contract's words (contracts/src/ExchangeTypes.sol).
 */
export const CHANGES = {
  TRADE_TWICE: ({ trades }) => ({ trades: [...trades, ...trades.slice(0, 1)] }),
  UNUSED_ORDER: ({ orders }) => ({ orders: [...orders, ...orders.slice(0, 1)] }),
  TRADE_ID: inFirst('trades', 2, REPLACEMENT_BIT),
  MAKER_AMOUNT: inFirst('trades', 0, 128),
  TAKER_AMOUNT: inFirst('trades', 0, 0),
  MAKER_FEE: inFirst('trades', 1, 128),
  TAKER_FEE: inFirst('trades', 1, 0),
  REBATE: inFirst('trades', 2, 0),
  REBATE_TOKEN: inFirst('trades', 2, 128),
  TRADE_PADDING: inFirst('trades', 2, 129),
  ORDER_ACCOUNT: inFirst('orders', 1, 96),
  ORDER_SELL_TOKEN: inFirst('orders', 2, 240),
  ORDER_BUY_TOKEN: inFirst('orders', 2, 224),
  ORDER_SELL_AMOUNT: inFirst('orders', 0, 128),
  ORDER_BUY_AMOUNT: inFirst('orders', 0, 0),
  ORDER_EXPIRY: inFirst('orders', 1, 64),
  ORDER_NONCE: inFirst('orders', 1, 0),
  ORDER_FLAGS: inFirst('orders', 2, 216),
  ORDER_PADDING: inFirst('orders', 2, 0),
  ORDER_SIGNATURE: inFirst('orders', 3, 0),
  VALID_TOO_LONG: (_, { now, limits }) => ({ validUntil: now + limits.longestSeconds + LONG }),
  TRIAL_TOO_LONG: (_, { now, limits }) => ({
    ...{ batchId: TRIAL_BATCH, validUntil: now + limits.trialSeconds + SPARE },
  }),
} satisfies Readonly<Record<string, Change>>;

/** The other place that an attestation could be good for. */
const ELSEWHERE = {
  WRONG_CHAIN: { chainId: 1 },
  WRONG_CONTRACT: { contract: address(`0x${'c1'.repeat(20)}`) },
} as const;

/** The checks that a thief can run into; what the ledger says against the engine isn't the thief's. */
export const FORGED = [
  ...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]),
  ...(Object.keys(ELSEWHERE) as (keyof typeof ELSEWHERE)[]),
  ...(['BATCH_TAKEN', 'REVERSED'] as const),
];
export type ForgedFor = (typeof FORGED)[number];

export interface Forgery {
  readonly against: ForgedFor;
  readonly request: AttestationRequest;
}

/** Everything that must not be attested of a batch that is. `freshId`: a batch id that nobody has. */
export function forgeriesOf(batch: PublicBatch, place: AttestedPlace, freshId: () => number): Forgery[] {
  const fresh = () => ({ ...batch, batchId: freshId() });
  const changed = Object.entries(CHANGES).map(([against, change]) => ({
    against: against as ForgedFor,
    request: requestOf(place, { ...fresh(), ...change(batch, place) }),
  }));
  const elsewhere = Object.entries(ELSEWHERE).map(([against, other]) => ({
    against: against as ForgedFor,
    request: { ...requestOf(place, fresh()), ...other },
  }));
  const again = requestOf(place, { ...batch, validUntil: batch.validUntil - 1 });
  const isLive = batch.validUntil > place.now + SPARE;
  const taken = isLive ? [{ against: 'BATCH_TAKEN' as const, request: again }] : [];
  return [...changed, ...elsewhere, ...taken];
}
