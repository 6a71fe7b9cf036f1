import { type Address, address, type Hash, hash, type TokenAmount, amount } from '@exchange/core/kernel';
import type { EncodedBatch } from '../encode-batch';
import type { OrderWords } from '../encode-order';
import type { TradeWords } from '../encode-trade';

/** An order of a batch as its five words say it. */
export interface DecodedOrder {
  readonly sellAmount: TokenAmount;
  readonly buyAmount: TokenAmount;
  readonly account: Address;
  readonly expiry: number;
  readonly nonce: bigint;
  readonly sellTokenId: number;
  readonly buyTokenId: number;
  readonly flags: number;
  /** The bits behind the flags, which mean nothing. */
  readonly padding: bigint;
  readonly r: Hash;
  /** s with the parity of v in its highest bit (EIP-2098). */
  readonly vs: Hash;
}

/** A trade of a batch as its three words say it. */
export interface DecodedTrade {
  readonly makerAmount: TokenAmount;
  readonly takerAmount: TokenAmount;
  readonly makerFee: TokenAmount;
  readonly takerFee: TokenAmount;
  /** As the contract counts it: up to 64 bits. */
  readonly id: bigint;
  readonly makerIndex: number;
  readonly takerIndex: number;
  readonly rebateInBoughtToken: boolean;
  /** The bits between the indexes and the rebate that mean nothing. */
  readonly padding: bigint;
  readonly makerRebate: TokenAmount;
}

export interface DecodedBatch {
  readonly orders: readonly DecodedOrder[];
  readonly trades: readonly DecodedTrade[];
}

const WORD = /[0-9a-f]{64}/g;
const WORD_DIGITS = 64;
const ORDER_WORDS = 5;
const TRADE_WORDS = 3;

/** The words of a batch's orders and of its trades, one after the other, as they stand in the call data: 0x and digits. */
export function packedWords({ orders, trades }: EncodedBatch): { orders: string; trades: string } {
  const joined = (words: readonly string[]) => `0x${words.map((word) => word.slice(2)).join('')}`;
  return {
    orders: joined(orders.flatMap(({ amounts, terms, tokens, r, vs }) => [amounts, terms, tokens, r, vs])),
    trades: joined(trades.flatMap(({ amounts, fees, ids }) => [amounts, fees, ids])),
  };
}

/** Packed words as the members that they are; undefined when they aren't whole orders and whole trades. */
export function unpackedBatch(orders: string, trades: string): EncodedBatch | undefined {
  const orderWords = groupsOf(orders, ORDER_WORDS);
  const tradeWords = groupsOf(trades, TRADE_WORDS);
  if (!orderWords || !tradeWords) return undefined;
  return {
    orders: orderWords.map(([amounts = '', terms = '', tokens = '', r = '', vs = '']) => ({
      ...{ amounts, terms, tokens, r, vs },
    })),
    trades: tradeWords.map(([amounts = '', fees = '', ids = '']) => ({ amounts, fees, ids })),
  };
}

/** What the words say. */
export const decodeBatch = ({ orders, trades }: EncodedBatch): DecodedBatch => ({
  orders: orders.map(decodeOrder),
  trades: trades.map(decodeTrade),
});

/** Words in groups of `size`; undefined when some are left over. */
function groupsOf(packed: string, size: number): readonly (readonly string[])[] | undefined {
  const words = packed.slice(2).match(WORD) ?? [];
  if (words.length % size !== 0 || words.length * WORD_DIGITS !== packed.length - 2) return undefined;
  return Array.from({ length: words.length / size }, (_, index) =>
    words.slice(index * size, (index + 1) * size).map((word) => `0x${word}`),
  );
}

/** The bits of a word, counted from its highest one. */
const bits = (word: string, from: number, width: number): bigint =>
  (BigInt(word) >> BigInt(256 - from - width)) & ((1n << BigInt(width)) - 1n);

const small = (word: string, from: number, width: number): number => Number(bits(word, from, width));

function decodeOrder({ amounts, terms, tokens, r, vs }: OrderWords): DecodedOrder {
  return {
    sellAmount: amount(bits(amounts, 0, 128)),
    buyAmount: amount(bits(amounts, 128, 128)),
    account: address(`0x${bits(terms, 0, 160).toString(16).padStart(40, '0')}`),
    expiry: small(terms, 160, 32),
    nonce: bits(terms, 192, 64),
    sellTokenId: small(tokens, 0, 16),
    buyTokenId: small(tokens, 16, 16),
    flags: small(tokens, 32, 8),
    padding: bits(tokens, 40, 216),
    r: hash(r),
    vs: hash(vs),
  };
}

function decodeTrade({ amounts, fees, ids }: TradeWords): DecodedTrade {
  return {
    makerAmount: amount(bits(amounts, 0, 128)),
    takerAmount: amount(bits(amounts, 128, 128)),
    makerFee: amount(bits(fees, 0, 128)),
    takerFee: amount(bits(fees, 128, 128)),
    id: bits(ids, 0, 64),
    makerIndex: small(ids, 64, 16),
    takerIndex: small(ids, 80, 16),
    padding: bits(ids, 96, 31),
    rebateInBoughtToken: bits(ids, 127, 1) === 1n,
    makerRebate: amount(bits(ids, 128, 128)),
  };
}
