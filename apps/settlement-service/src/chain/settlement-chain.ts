import type { Address } from '@exchange/core/kernel';
import type { AccountToken, Attestation, Batch, OperatorWithdrawal } from '@exchange/contract/chain';
import type { NodeAnswer } from './node-answer';

/** A call of settleBatch as it would be sent. */
export interface BatchCall {
  /** Who would send it. */
  readonly settler: Address;
  readonly batchId: number;
  /** Unix seconds. */
  readonly validUntil: number;
  readonly batch: Batch;
  readonly attestation: Attestation;
}

/** What a batch would do on the pending state of the chain. */
export type Preflight =
  | {
      readonly ok: true;
      /** One per trade, 0 settles. */ readonly codes: readonly number[];
      readonly gas: bigint;
    }
  /** The whole call is refused, e.g. while the contract is paused. */
  | { readonly ok: false; readonly reason: string };

/** What a transaction offers, in wei per unit of gas (EIP-1559). */
export interface FeeData {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What gas costs now, in wei per unit: what the next block burns, and what others add for whoever makes it. */
export interface MarketPrice {
  readonly baseFee: bigint;
  readonly tip: bigint;
}

/** All that settlement asks of a chain. Every method rejects when the node can't be reached. */
export interface SettlementChain {
  preflight(call: BatchCall): Promise<Preflight>;
  /** What the contract would have answered to the call in a past block, one code per trade; undefined: refused as a whole. */
  codesAt(call: BatchCall, block: number): Promise<readonly number[] | undefined>;
  /** What the contract held for accounts in a past block, in the order of the question. */
  balancesAt(wanted: readonly AccountToken[], block: number): Promise<readonly bigint[]>;
  /** Whether each of these ids of trades was settled by the end of a block, by the contract's own state. */
  settledAt(tradeIds: readonly number[], block: number): Promise<readonly boolean[]>;
  /** What the contract would answer to this withdrawal on the pending state: its reason, 0 when it would pay. */
  preflightWithdrawal(withdrawal: OperatorWithdrawal): Promise<number>;
  /** Hands a signed transaction to the node. */
  send(raw: string): Promise<NodeAnswer>;
  /** Whether the node has the transaction, and it is not mined. */
  holds(hash: string): Promise<boolean>;
  /** A settler's next nonce as of the newest block, or of the named one. */
  nonce(settler: Address, block?: number): Promise<number>;
  /** What a settler can pay with, in wei, as of the newest block. */
  balance(settler: Address): Promise<bigint>;
  /** Whether the contract grants it SETTLER, as of the newest block. */
  hasRole(settler: Address): Promise<boolean>;
  marketPrice(): Promise<MarketPrice>;
  /** What a transaction of so many bytes costs besides its gas, in wei: on a rollup its data goes to another chain. */
  dataFee(bytes: number): Promise<bigint>;
}
