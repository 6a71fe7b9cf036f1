import type { Address, Hash } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';

/**
 * An order that its owner wants to be void in the contract. `deadline` (Unix seconds) is null while trades of the
 * order are not final; from then on a co-signature is asked for.
 */
export interface OrderCancellation {
  readonly account: Address;
  /** EIP-712 digest: the contract's name of the order. */
  readonly digest: Hash;
  /** The hash by which the owner knows the order. */
  readonly hash: Hash;
  readonly deadline: number | null;
  readonly signature: Signature | null;
}
