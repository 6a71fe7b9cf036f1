import type { Side } from '@exchange/core/kernel';

/*
 * What packets show, by name instead of by position. Amounts and rates are decimal strings, times Unix ms,
 * addresses and hashes lower-case hex: a view travels as JSON between our services.
 */

/** seed: Order object. */
export interface OrderView {
  readonly id: number;
  /** 0 when the client gave none. */
  readonly cid: number;
  readonly hash: string;
  readonly market: string;
  readonly active: boolean;
  readonly canceled: boolean;
  readonly sellToken: string;
  readonly buyToken: string;
  readonly sellAmount: string;
  readonly buyAmount: string;
  readonly sellRemaining: string;
  readonly buyRemaining: string;
  readonly sellBook: string;
  readonly buyBook: string;
  readonly bookRate: string;
  readonly stopRate: string | null;
  readonly peggedCurrency: string | null;
  readonly peggedRate: string | null;
  readonly hidden: boolean;
  readonly trades: readonly number[];
  readonly info: string;
  readonly nonce: number;
  readonly timestamp: number;
  readonly lastActive: number;
}

/** seed: Balance object; token is the symbol. */
export interface BalanceView {
  readonly token: string;
  readonly settled: string;
  readonly usable: string;
  readonly blocked: string;
}

/** v 27 or 28; `deadline` in Unix seconds. Empty where there is no signature (yet). */
export interface SignatureView {
  readonly v?: number | undefined;
  readonly r?: string | undefined;
  readonly s?: string | undefined;
  readonly nonce?: number | undefined;
  readonly deadline?: number | undefined;
}

export type EntryType = 'deposit' | 'trade' | 'withdrawal';
/** 1 applied, 0 will be applied, -1 not affected. */
export type AppliedMark = 1 | 0 | -1;

export interface ChangeView {
  readonly token: string;
  readonly amount: string;
  readonly fees: string;
  readonly net: string;
}

/** seed: Ledger entry; amounts are signed. `applied`: settled, usable, blocked. */
export interface EntryView {
  readonly id: number;
  readonly type: EntryType;
  readonly changes: readonly ChangeView[];
  readonly applied: readonly [AppliedMark, AppliedMark, AppliedMark];
  readonly signature: SignatureView;
  readonly transaction: string | null;
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
  readonly canceled: boolean;
  readonly description: string;
  readonly timestamp: number;
  readonly lastUpdated: number;
}

/** seed: Delegate object. */
export interface DelegateView {
  readonly delegate: string;
  readonly active: boolean;
  readonly accepted: boolean;
  readonly removalSignature: SignatureView;
  readonly label: string;
  readonly isTradingLogin: boolean;
}

/** seed: User trade. */
export interface UserTradeView {
  readonly id: number;
  readonly market: string;
  readonly buy: boolean;
  readonly rate: string;
  readonly amount: string;
  readonly tradeFee: string;
  readonly settlementFee: string;
  readonly makerRebate: string;
  /** Symbol; empty when there is no rebate. */
  readonly rebateToken: string;
  readonly timestamp: number;
  readonly orderId: number;
  readonly orderCid: number;
}

/** seed: Market trade, Historical trade. `buy`: the taker bought the traded token. */
export interface PublicTradeView {
  readonly id: number;
  readonly market: string;
  readonly buy: boolean;
  readonly rate: string;
  readonly amount: string;
  readonly timestamp: number;
}

/** seed: Order book line; amount 0 and count 0 remove the line. */
export interface BookLineView {
  readonly side: Side;
  readonly rate: string;
  readonly amount: string;
  readonly count: number;
}

/** seed: Ticker; all decimal strings. */
export interface TickerView {
  readonly rate: string;
  readonly change24h: string;
  readonly volumeTraded24h: string;
  readonly volumeQuote24h: string;
  readonly high24h: string;
  readonly low24h: string;
}

/** seed: Bar; rates and volumes (in whole tokens) as decimal strings. */
export interface BarView {
  /** Opening time, Unix ms. */
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  /** Shown only on connections with distinct events. */
  readonly volumeQuote?: string | undefined;
}

/** seed: Fee tier; the volume is a decimal number of ETH, fees in parts per million. */
export interface FeeTierView {
  readonly volume: string;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** seed: Personal events, auth. */
export interface AuthView {
  readonly status: 'authenticated' | 'loggedOff';
  readonly address: string;
  readonly session: string | null;
  /** The zero address when the account's own key was used. */
  readonly delegate: string;
}
