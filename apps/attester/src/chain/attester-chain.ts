import type { AccountToken, WithdrawalNonce } from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import type { SettledTrade } from '@exchange/core/settlement';

/** A block, and Unix seconds of its time. */
export interface BlockMoment {
  readonly number: number;
  readonly time: number;
}

/** The newest block, and the newest that nothing undoes. */
export interface ChainSight {
  readonly newest: BlockMoment;
  readonly final: BlockMoment;
}

/** What the contract settled, and the id under which. */
export interface Settlement extends SettledTrade {
  readonly tradeId: bigint;
}

/**
 * All that the attester asks of a chain, by a node of its own. It asks for state, which no empty answer can hide, and for
 * logs only where state says that there are some. Every method rejects when the node can't be reached.
 */
export interface AttesterChain {
  /** The newest block and the newest final one. */
  look(): Promise<ChainSight>;
  /** Whether the contract settled something under each of these ids, as of the block. */
  settled(ids: readonly number[], block: number): Promise<readonly boolean[]>;
  /** What it settled under these ids up to the block, in no order; an id may be missing where the node lacks its log. */
  settlements(ids: readonly number[], block: number): Promise<readonly Settlement[]>;
  /** Whether each nonce is used up, as of the block. */
  usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]>;
  /** What the contract held for accounts, as of the block. */
  balancesAt(wanted: readonly AccountToken[], block: number): Promise<readonly bigint[]>;
  /** The registered tokens in the order of their ids, as of the block, from this id on. */
  tokens(from: number, block: number): Promise<readonly Address[]>;
}
