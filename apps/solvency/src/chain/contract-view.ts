import type { Address, Hash } from '@exchange/core/kernel';
import type { ContractEvent } from '@exchange/contract/chain';

/** An account's balance of a token, which an event may have changed. */
export interface Pair {
  readonly account: Address;
  readonly token: Address;
}

/** What the contract itself says of a token, in smallest units. */
export interface TokenFigures {
  readonly token: Address;
  /** What it has. */
  readonly holdings: bigint;
  /** What it says that it owes. */
  readonly liabilities: bigint;
}

/** All that the check asks of a chain, through a node of its own. Every method rejects when the node can't answer. */
export interface ContractView {
  /** The block's hash. Rejects when the nodes don't have it (yet), or differ. */
  block(number: number): Promise<Hash>;
  /** What the contract said in these blocks, in order. */
  events(from: number, to: number): Promise<readonly ContractEvent[]>;
  /** The balances in the contract as of a block, in the order of the pairs. */
  balances(pairs: readonly Pair[], block: number): Promise<readonly bigint[]>;
  figures(tokens: readonly Address[], block: number): Promise<readonly TokenFigures[]>;
}
