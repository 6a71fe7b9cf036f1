import type { Address } from '@exchange/core/kernel';

/** Who holds what in a new exchange, and its first parameters. No address has two tasks. */
export interface ExchangeConfig {
  /** Name of the EIP-712 domain. */
  readonly name: string;
  /** A timelock of at least 48 h in production; any address on a dev chain. */
  readonly admin: Address;
  /** The one that settles, and those that stand by: a later grant takes as long as the timelock. */
  readonly settlers: readonly Address[];
  readonly attester: Address;
  readonly coSigner: Address;
  readonly lister: Address;
  readonly guardian: Address;
  readonly feeCollector: Address;
  /** Seconds, 1 h … 7 d. */
  readonly waitingPeriod: number;
  /** Basis points, at most 500. */
  readonly maxFeeBps: number;
}

/** OpenZeppelin's TimelockController, as it is made: it administers itself, and its proposers can cancel. */
export interface TimelockConfig {
  /** Seconds between scheduling and carrying out; at least 48 h off development chains. */
  readonly delay: number;
  readonly proposers: readonly Address[];
  /** The zero address: anybody. */
  readonly executors: readonly Address[];
}

/** The same with the admin as it is wanted: a timelock that is deployed with the exchange, or, on development chains, a key. */
export interface SystemConfig extends Omit<ExchangeConfig, 'admin'> {
  readonly admin: { readonly timelock: TimelockConfig } | { readonly key: Address };
}
