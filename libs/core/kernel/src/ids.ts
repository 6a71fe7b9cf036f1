import { assert, DefectError } from './assert';
import type { Address } from './address';
import type { Brand } from './brand';

/** Traded symbol followed by quote symbol, e.g. `ETHDAI` (seed: Conventions, Market id). */
export type MarketId = Brand<string, 'MarketId'>;
/** A token symbol, case-sensitive as listed. */
export type TokenSymbol = Brand<string, 'TokenSymbol'>;
/** Partition · 2^47 + number; grows with time within an account. */
export type OrderId = Brand<number, 'OrderId'>;
/** Market index · 2^40 + the market's trade number; dense per market. */
export type TradeId = Brand<number, 'TradeId'>;
/** Ledger entry id: partition · 2^47 + number. */
export type EntryId = Brand<number, 'EntryId'>;
/** One of the 64 logical partitions of accounts. */
export type Partition = Brand<number, 'Partition'>;

export const PARTITIONS = 64;
const PARTITION_STRIDE = 2 ** 47;
const MARKET_STRIDE = 2 ** 40;
/** From here to 2^53 ids on chain stand in for ids that something else spent (see {@link replacementId}). */
const REPLACEMENTS_FIRST = 2 ** 52;
/** Nonces of co-signed withdrawals are ours: 2^52 … 2^53−1; those below are the owners' (docs: ledger, entries). */
export const WITHDRAWAL_NONCE_FIRST = 2 ** 52;
export const WITHDRAWAL_NONCE_LAST = 2 ** 53 - 1;
/** Markets whose trade ids stay below the reserved range. */
export const MARKET_INDEX_MAX = REPLACEMENTS_FIRST / MARKET_STRIDE - 1;

export const marketId = (text: string): MarketId => text as MarketId;
export const tokenSymbol = (text: string): TokenSymbol => text as TokenSymbol;
export const orderId = (value: number): OrderId => value as OrderId;
export const tradeId = (value: number): TradeId => value as TradeId;
export const entryId = (value: number): EntryId => value as EntryId;

/** Brands a partition number 0 … 63. */
export function partition(value: number): Partition {
  assert(Number.isInteger(value) && value >= 0 && value < PARTITIONS, `no such partition: ${value}`);
  return value as Partition;
}

/**
 * The partition that owns an account: the low six bits of its address.
 * @example
 * partitionOf(address('0x' + '00'.repeat(19) + 'ff')) // → 63
 */
export function partitionOf(account: Address): Partition {
  return partition(Number.parseInt(account.slice(-2), 16) % PARTITIONS);
}

/**
 * The id of the `number`-th order or ledger entry of a partition (numbers start at 1).
 * @example
 * partitionedId(partition(1), 5) // → 2 ** 47 + 5
 */
export function partitionedId(owner: Partition, number: number): number {
  assert(
    Number.isInteger(number) && number > 0 && number < PARTITION_STRIDE,
    `id number out of range: ${number}`,
  );
  return owner * PARTITION_STRIDE + number;
}

/**
 * The partition and number of an order or ledger entry id.
 * @example
 * splitPartitionedId(2 ** 47 + 5) // → { partition: 1, number: 5 }
 */
export function splitPartitionedId(id: number): { partition: Partition; number: number } {
  return { partition: partition(Math.floor(id / PARTITION_STRIDE)), number: id % PARTITION_STRIDE };
}

/**
 * The id of the `number`-th trade of the market with this index (numbers start at 1).
 * @example
 * tradeIdOf(2, 7) // → 2 * 2 ** 40 + 7
 */
export function tradeIdOf(marketIndex: number, number: number): TradeId {
  // The message is written only when it is needed: this runs for every trade.
  if (marketIndex < 0 || marketIndex > MARKET_INDEX_MAX || number <= 0 || number >= MARKET_STRIDE) {
    throw new DefectError(`trade number out of range: ${number} of market ${marketIndex}`);
  }
  return tradeId(marketIndex * MARKET_STRIDE + number);
}

/**
 * The least and the highest id that trades of the same market can have.
 * @example
 * tradeIdsOfMarket(2 * 2 ** 40 + 7) // → [2 * 2 ** 40, 3 * 2 ** 40 - 1]
 */
export function tradeIdsOfMarket(id: number): readonly [number, number] {
  const first = id - (id % MARKET_STRIDE);
  return [first, first + MARKET_STRIDE - 1];
}

/**
 * The one id under which a trade may settle when the contract has spent its own on something else. It follows from the
 * trade's id, so that everybody who reads the chain knows whose it is (docs: contract, operator obligations).
 * @example
 * replacementId(tradeIdOf(2, 7)) // → 2 ** 52 + 2 * 2 ** 40 + 7
 */
export function replacementId(id: TradeId): TradeId {
  assert(id < REPLACEMENTS_FIRST, `trade id ${id} is of the reserved range`);
  return tradeId(REPLACEMENTS_FIRST + id);
}

/**
 * The trade that an id on chain belongs to: itself, or whose replacement it is.
 * @example
 * publicTradeId(replacementId(tradeIdOf(2, 7))) // → tradeIdOf(2, 7)
 */
export const publicTradeId = (onChain: TradeId): TradeId =>
  onChain < REPLACEMENTS_FIRST ? onChain : tradeId(onChain - REPLACEMENTS_FIRST);
