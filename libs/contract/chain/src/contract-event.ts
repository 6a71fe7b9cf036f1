import type { Address, Hash, TokenAmount } from '@exchange/core/kernel';
import type { ContractRole, TradeCode, TradeSide, WithdrawalKind, WithdrawalReason } from './codes';

/** A log as every JSON-RPC client returns it. */
export interface RawLog {
  readonly topics: readonly string[];
  readonly data: string;
}

/**
 * A fact the contract states in a log. Times are Unix seconds; amounts are in smallest units; ids and nonces are
 * bigint, because the contract accepts any uint64 and a stolen key may use values of no use to us.
 */
export type ContractEvent =
  | Deposited
  | Withdrawn
  | WithdrawalFailed
  | TradeSettled
  | TradeFailed
  | BatchSettled
  | ExitRequested
  | ExitCancelled
  | OrderCancelled
  | MinNonceRequested
  | MinNonceRaised
  | NonceVoided
  | DelegateAdded
  | DelegateRemoved
  | ParameterEvent;

export interface Deposited {
  readonly kind: 'Deposited';
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  readonly payer: Address;
}

/** `amount` is what left the account, `fee` the part of it that went to the fee collector. */
export interface Withdrawn {
  readonly kind: 'Withdrawn';
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  readonly fee: TokenAmount;
  readonly receiver: Address;
  readonly nonce: bigint;
  readonly way: WithdrawalKind;
}

export interface WithdrawalFailed {
  readonly kind: 'WithdrawalFailed';
  readonly account: Address;
  readonly nonce: bigint;
  readonly reason: WithdrawalReason;
}

/** Maker gives makerAmount less a rebate in its sold token; the taker gives takerAmount. */
export interface TradeSettled {
  readonly kind: 'TradeSettled';
  readonly tradeId: bigint;
  readonly maker: Address;
  readonly taker: Address;
  readonly makerOrder: Hash;
  readonly takerOrder: Hash;
  readonly makerAmount: TokenAmount;
  readonly takerAmount: TokenAmount;
  readonly makerFee: TokenAmount;
  readonly takerFee: TokenAmount;
  readonly makerRebate: TokenAmount;
  readonly rebateInBoughtToken: boolean;
  readonly makerSellTokenId: number;
  readonly takerSellTokenId: number;
}

export interface TradeFailed {
  readonly kind: 'TradeFailed';
  readonly tradeId: bigint;
  readonly reason: TradeCode;
  readonly side: TradeSide;
}

export interface BatchSettled {
  readonly kind: 'BatchSettled';
  readonly batchId: bigint;
  readonly settled: number;
  readonly failed: number;
}

export interface ExitRequested {
  readonly kind: 'ExitRequested';
  readonly account: Address;
  readonly token: Address;
  readonly effectiveAt: number;
}

export interface ExitCancelled {
  readonly kind: 'ExitCancelled';
  readonly account: Address;
  readonly token: Address;
}

export interface OrderCancelled {
  readonly kind: 'OrderCancelled';
  readonly account: Address;
  readonly orderHash: Hash;
  readonly effectiveAt: number;
}

/** From effectiveAt on anybody may apply it, and then its orders of a lower nonce that sell the token are canceled. */
export interface MinNonceRequested {
  readonly kind: 'MinNonceRequested';
  readonly account: Address;
  readonly token: Address;
  readonly minNonce: bigint;
  readonly effectiveAt: number;
}

export interface MinNonceRaised {
  readonly kind: 'MinNonceRaised';
  readonly account: Address;
  readonly token: Address;
  readonly minNonce: bigint;
}

/** No withdrawal of this nonce will ever be paid. */
export interface NonceVoided {
  readonly kind: 'NonceVoided';
  readonly account: Address;
  readonly nonce: bigint;
}

export interface DelegateAdded {
  readonly kind: 'DelegateAdded';
  readonly account: Address;
  readonly delegate: Address;
  readonly validUntil: number;
}

export interface DelegateRemoved {
  readonly kind: 'DelegateRemoved';
  readonly account: Address;
  readonly delegate: Address;
  readonly effectiveAt: number;
}

/** What admin, lister, guardian and fee collector change. */
export type ParameterEvent =
  | { readonly kind: 'TokenRegistered'; readonly id: number; readonly token: Address }
  | { readonly kind: 'DepositsEnabledChanged'; readonly token: Address; readonly enabled: boolean }
  | { readonly kind: 'FeeCollectorChanged'; readonly feeCollector: Address }
  | { readonly kind: 'MaxFeeChanged'; readonly maxFeeBps: number; readonly effectiveAt: number }
  | { readonly kind: 'WaitingPeriodChanged'; readonly waitingPeriod: number }
  | { readonly kind: 'WithdrawalFeeCapChanged'; readonly token: Address; readonly amount: TokenAmount }
  | {
      readonly kind: 'RebatesFunded' | 'RebatesReleased';
      readonly token: Address;
      readonly amount: TokenAmount;
    }
  /** Over by itself at `until`. */
  | { readonly kind: 'SettlementPaused'; readonly until: number }
  | { readonly kind: 'SettlementResumed' | 'DepositsPaused' | 'DepositsResumed' }
  | { readonly kind: 'RoleGranted' | 'RoleRevoked'; readonly role: ContractRole; readonly holder: Address };
