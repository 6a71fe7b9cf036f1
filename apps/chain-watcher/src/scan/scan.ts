import type { Address, Hash } from '@exchange/core/kernel';
import type { ContractEvent, TimelockEvent } from '@exchange/contract/chain';
import type { BlockHeader, BlockId } from './chain-reader';
import type { TokenSupply } from './token-supplies';

/** A decoded log with its place. */
export interface PlacedEvent {
  readonly transaction: Hash;
  readonly logIndex: number;
  readonly event: ContractEvent | TimelockEvent;
}

export interface ScannedBlock extends BlockHeader {
  readonly events: readonly PlacedEvent[];
}

/** What a look at the chain found: the known block that stays, and the blocks that follow it now. */
export interface Scan {
  readonly kind: 'scan';
  /** The newest known block that is still part of the chain; undefined when there is none. */
  readonly base: BlockId | undefined;
  readonly blocks: readonly ScannedBlock[];
  /** Blocks up to this number are final. */
  readonly finalUpTo: number;
  readonly head: number;
  /** Wei. */
  readonly gasPrice: bigint;
  /** The contract's admin as of the newest block; undefined when it announces nothing. */
  readonly admin?: Address | undefined;
  /** What a new admin announced before, and hasn't done yet. */
  readonly announced?: readonly PlacedEvent[];
  /** Withdrawals of which the contract says that they were never paid, by their keys. */
  readonly absent?: readonly string[];
  /** What is to be told of tokens besides. */
  readonly supplies?: readonly TokenSupply[];
}
