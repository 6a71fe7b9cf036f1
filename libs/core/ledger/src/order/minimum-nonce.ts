import { type Address, maxAmount } from '@exchange/core/kernel';

/** A bound that was requested or raised in a block that could still be undone; `place` names it for ever. */
export interface SeenMinimum {
  readonly place: string;
  readonly minNonce: bigint;
}

/** The least nonce that an account's orders to sell a token must have: the contract fills none below. */
export interface MinimumNonce {
  readonly account: Address;
  readonly token: Address;
  /** As of final blocks, in force or requested: it never falls. */
  readonly final: bigint;
  readonly seen: readonly SeenMinimum[];
}

/** Whether the contract never said anything that still holds. */
export const isUnbound = ({ final, seen }: MinimumNonce): boolean => final === 0n && seen.length === 0;

/** The bound that counts: the highest of what is final and what was only seen (docs: ledger, minimum nonces). */
export const leastNonce = (minimums: ReadonlyMap<Address, MinimumNonce>, token: Address): bigint => {
  const known = minimums.get(token);
  return known === undefined
    ? 0n
    : known.seen.reduce((most, { minNonce }) => maxAmount(most, minNonce), known.final);
};
