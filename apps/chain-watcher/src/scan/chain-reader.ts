import type { Address, Hash } from '@exchange/core/kernel';
import type { RawLog, WithdrawalNonce } from '@exchange/contract/chain';

/** What two chains can't have in common. */
export interface ChainIdentity {
  readonly chainId: number;
  /** Hash of the start block: a development chain may get another block 0 with every start. */
  readonly anchor: Hash;
}

export interface BlockId {
  readonly number: number;
  readonly hash: Hash;
}

export interface BlockHeader extends BlockId {
  readonly parent: Hash;
  /** Unix seconds. */
  readonly time: number;
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

/**
 * All that the watcher asks of a chain. Every method rejects when the chain can't be reached, or when what it says can't be
 * true: then the look is repeated, and nothing is concluded from it.
 */
export interface ChainReader {
  identity(): Promise<ChainIdentity>;
  /** Number of the newest block. */
  head(): Promise<number>;
  /** A block up to the head. */
  block(number: number): Promise<BlockHeader>;
  /** The newest block that the chain itself calls final. */
  finalized(): Promise<BlockId>;
  /** The admin of the exchange as of a block, the head; undefined when it is no contract, and announces nothing. */
  admin(block: number): Promise<Address | undefined>;
  /** What the admin said of its operations in these blocks, as far as nodes still know. */
  announcements(admin: Address, from: number, to: number): Promise<readonly ContractLog[]>;
  /**
   * Logs of the exchange contract, and of its admin if one is given, in exactly these blocks, in the order of the chain;
   * `blocks` as {@link block} gave them. Rejects when it can't be proven that these are all.
   */
  logs(blocks: readonly BlockHeader[], admin?: Address): Promise<readonly ContractLog[]>;
  /** Whether each of these withdrawals was paid or voided by the end of a block, by the contract's own state. */
  usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]>;
  /** Wei per unit of gas. */
  gasPrice(): Promise<bigint>;
  /** In smallest units; undefined when the contract tells none. */
  totalSupply(token: Address): Promise<bigint | undefined>;
}
