import type { Address, Hash } from '@exchange/core/kernel';
import type { RawLog } from '@exchange/contract/chain';

/** What two chains can't have in common. */
export interface ChainIdentity {
  readonly chainId: number;
  /** Hash of the start block: a development chain may get another block 0 with every start. */
  readonly anchor: Hash;
}

export interface BlockHeader {
  readonly number: number;
  readonly hash: Hash;
  readonly parent: Hash;
  /** Unix seconds. */
  readonly time: number;
}

/** A header as the node gives it. */
export interface ReadHeader extends BlockHeader {
  /** The filter by which the header says which contracts may have logs in the block. */
  readonly logsBloom: string;
}

/** A log of the exchange contract, with the place where it stands. */
export interface ContractLog extends RawLog {
  readonly blockNumber: number;
  readonly blockHash: Hash;
  readonly transaction: Hash;
  readonly logIndex: number;
}

/** All that the watcher asks of a chain. Every method rejects when the node can't be reached. */
export interface ChainReader {
  identity(): Promise<ChainIdentity>;
  /** Number of the newest block. */
  head(): Promise<number>;
  /** Undefined when the chain has no block of that number (any more). */
  block(number: number): Promise<ReadHeader | undefined>;
  /**
   * Logs of the exchange contract in exactly these blocks, in the order of the chain. Rejects when the node that
   * answers doesn't have one of them, or no longer has its logs: a deposit must not be missed because a node is behind,
   * or has forgotten.
   */
  logs(blocks: readonly ReadHeader[]): Promise<readonly ContractLog[]>;
  /** Wei per unit of gas. */
  gasPrice(): Promise<bigint>;
  /** In smallest units; undefined when the contract tells none. */
  totalSupply(token: Address): Promise<bigint | undefined>;
}
