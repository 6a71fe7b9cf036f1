import { type Address, type Hash, maxAmount } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';

/** A bound that was requested or raised in a block that could still be undone; `place` names it for ever. */
export interface SeenMinimum {
  readonly place: string;
  readonly minNonce: bigint;
}

/** A bound that the owner asked us to co-sign. It counts from then on, whether it is ever raised in the contract or not. */
export interface AskedMinimum {
  readonly minNonce: number;
  /** EIP-712 digests of orders whose trades may not all be final; none once `deadline` is set. */
  readonly waitsFor: readonly Hash[];
  /** Unix seconds until which the co-signature can be used; null until it is asked for. */
  readonly deadline: number | null;
  readonly signature: Signature | null;
}

/** The least nonce that an account's orders to sell a token must have: the contract fills none below. */
export interface MinimumNonce {
  readonly account: Address;
  readonly token: Address;
  /** As of final blocks, in force or requested: it never falls. */
  readonly final: bigint;
  readonly seen: readonly SeenMinimum[];
  readonly asked: AskedMinimum | null;
}

/** Whether neither the contract nor the owner ever said anything that still holds. */
export const isUnbound = ({ final, seen, asked }: MinimumNonce): boolean =>
  final === 0n && seen.length === 0 && asked === null;

/** The bound that counts: the highest of what is final, seen or asked for (docs: ledger, minimum nonces). */
export const leastNonce = (minimums: ReadonlyMap<Address, MinimumNonce>, token: Address): bigint => {
  const known = minimums.get(token);
  return known === undefined
    ? 0n
    : known.seen.reduce(
        (most, { minNonce }) => maxAmount(most, minNonce),
        maxAmount(known.final, BigInt(known.asked?.minNonce ?? 0)),
      );
};
