import type { ReadPacket } from '@exchange/test/seed-client';
import type { ShownSignature } from './chain';

/** Messages by the names of the seed's positions; their layouts were checked when they came. */

/** [token, amount, fees, net amount] */
export type Change = readonly [token: string, amount: string, fees: string, net: string];
/** 1 applied, 0 will be, -1 not affected. */
type Applied = readonly [settled: number, usable: number, blocked: number];

/** Seed: Ledger entry. */
export interface LedgerEntry {
  readonly id: number;
  readonly type: string;
  readonly changes: readonly Change[];
  readonly applied: readonly Applied[];
  readonly signature: Partial<ShownSignature>;
  readonly transaction: string | null;
  readonly block: number | null;
  readonly blockHash: string | null;
  readonly canceled: boolean;
  readonly description: string;
  readonly timestamp: number;
  readonly lastUpdated: number;
}

type EntryPositions = [
  ...[number, string, Change[], Applied[], Partial<ShownSignature>],
  ...[string | null, number | null, string | null, boolean, string, number, number],
];

export function ledgerEntry(message: unknown): LedgerEntry {
  const [id, type, changes, applied, signature, transaction, ...rest] = message as EntryPositions;
  const [block, blockHash, canceled, description, timestamp, lastUpdated] = rest;
  return {
    ...{ id, type, changes, applied, signature, transaction },
    ...{ block, blockHash, canceled, description, timestamp, lastUpdated },
  };
}

/** Seed: User trade. */
interface UserTrade {
  readonly id: number;
  readonly market: string;
  readonly direction: number;
  readonly rate: string;
  readonly amount: bigint;
  readonly tradeFee: bigint;
  readonly settlementFee: bigint;
  readonly makerRebate: bigint;
  readonly rebateToken: string;
  readonly timestamp: number;
  readonly orderId: number;
  readonly orderCid: number;
}

type UserTradePositions = [
  ...[number, string, number, string, string, string, string, string, string],
  ...[number, number, number],
];

export function userTrade(message: unknown): UserTrade {
  const [id, market, direction, rate, amount, tradeFee, settlementFee, makerRebate, ...rest] =
    message as UserTradePositions;
  const [rebateToken, timestamp, orderId, orderCid] = rest;
  return {
    ...{ id, market, direction, rate, rebateToken, timestamp, orderId, orderCid },
    amount: BigInt(amount),
    tradeFee: BigInt(tradeFee),
    settlementFee: BigInt(settlementFee),
    makerRebate: BigInt(makerRebate),
  };
}

/** A user trade in either event mode. */
export const isUserTrade = ({ channel, event, message }: ReadPacket): boolean =>
  event === 'ut' || (event === 'ts' && channel !== 0 && typeof (message as unknown[])[0] === 'number');

/** Seed: Order book line. */
export type Line = readonly [direction: number, rate: string, amount: string, count: number];

/** Seed: Ticker. */
export type ShownTicker = readonly [
  ...[rate: string, change: string, traded: string, quote: string, high: string, low: string],
];

/** Seed: Bar; one more position in distinct mode. */
export type ShownBar = readonly [
  ...[time: number, open: number, high: number, low: number, close: number, volume: number],
  ...number[],
];

/** Seed: Historical trade. */
export type HistoricalTrade = readonly [
  ...[id: number, market: string, direction: number, rate: string, amount: string, timestamp: number],
];

/** Seed: Delegate object. */
export type ShownDelegate = readonly [
  ...[address: string, active: boolean, accepted: boolean, removal: Partial<ShownSignature>],
  ...[label: string, isTradingLogin: boolean],
];

/** Settled, usable and blocked balance of a token. */
export type ShownBalance = readonly [settled: bigint, usable: bigint, blocked: bigint];
export const NOTHING: ShownBalance = [0n, 0n, 0n];

type BalancePositions = [token: string, settled: string, usable: string, blocked: string];

/** Seed: Balance object. */
export function balanceOf(message: unknown): readonly [token: string, balance: ShownBalance] {
  const [token, settled, usable, blocked] = message as BalancePositions;
  return [token, [BigInt(settled), BigInt(usable), BigInt(blocked)]];
}
