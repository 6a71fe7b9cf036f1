import { address, entryId, hash, uint, type ValueOf, variants } from '../codec';
import { signature } from '../order/signed-order';

/** The co-signatures that the attester gave. Deadlines in Unix seconds. */
export const attesterNews = variants({
  /** The co-signature of a withdrawal. */
  signed: { entryId, account: address, nonce: uint, deadline: uint, signature },
  /** The co-signature by which the account removes a delegate at once. */
  removal_signed: { account: address, delegate: address, deadline: uint, signature },
  /** The co-signature by which the account voids an order (EIP-712 digest) at once. */
  cancellation_signed: { account: address, digest: hash, deadline: uint, signature },
  /** The co-signature by which the account voids, at once, its orders that sell the token and have a lower nonce. */
  minimum_nonce_signed: { account: address, token: address, minNonce: uint, deadline: uint, signature },
});
export type AttesterNews = ValueOf<typeof attesterNews>;
