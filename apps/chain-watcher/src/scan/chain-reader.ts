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

/** A log of the exchange contract or of its admin, with the place where it stands. */
export interface ContractLog extends RawLog {
  /** The admin wrote it: a timelock says what it will do. */
  readonly ofAdmin?: boolean;
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
  /** The admin of the exchange as of the newest block; undefined when it is no contract, and announces nothing. */
  admin(): Promise<Address | undefined>;
  /** What the admin said of its operations in these blocks, as far as the node still knows. */
  announcements(admin: Address, from: number, to: number): Promise<readonly ContractLog[]>;
  /**
   * Logs of the exchange contract, and of its admin if one is given, in exactly these blocks, in the order of the chain.
   * Rejects when the node that answers doesn't have one of them, or no longer has its logs: a deposit must not be missed
   * because a node is behind, or has forgotten.
   */
  logs(blocks: readonly ReadHeader[], admin?: Address): Promise<readonly ContractLog[]>;
  /** Wei per unit of gas. */
  gasPrice(): Promise<bigint>;
  /** In smallest units; undefined when the contract tells none. */
  totalSupply(token: Address): Promise<bigint | undefined>;
}
