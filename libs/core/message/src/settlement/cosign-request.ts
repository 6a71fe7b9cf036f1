import { address, amount, entryId, hash, object, oneOf, uint, type ValueOf, variants } from '../codec';
import { signature } from '../order/signed-order';

const ofAccount = { account: address };

/** What account-service wants signed in the contract's name. Deadlines in Unix seconds, of block time. */
export const cosignRequest = variants({
  /** Usable was reduced by it before this was written. */
  withdrawal: {
    entryId,
    ...ofAccount,
    token: address,
    amount,
    receiver: address,
    nonce: uint,
    deadline: uint,
  },
  /** The key is stopped, and every trade that it signed is final. */
  delegate_removal: { ...ofAccount, delegate: address, deadline: uint },
  /** The order with this EIP-712 digest is gone for good, and every trade of it is final. */
  order_cancellation: { ...ofAccount, digest: hash, deadline: uint },
  /** The account's orders that sell the token and have a lower nonce are gone for good, and every trade of them is final. */
  minimum_nonce: { ...ofAccount, token: address, minNonce: uint, deadline: uint },
});
export type CosignRequest = ValueOf<typeof cosignRequest>;

/** A withdrawal that its account signed, to be given to the contract: usable was reduced by it before. */
export const submission = object({
  entryId,
  account: address,
  token: address,
  amount,
  /** Part of the amount, for the fee collector. */
  fee: amount,
  scheme: oneOf('full', 'short', 'shortPersonal'),
  /** In the short forms the account itself, no fee of its own, and no deadline: the contract decides. */
  receiver: address,
  maxFee: amount,
  deadline: uint,
  nonce: uint,
  signature,
});
export type Submission = ValueOf<typeof submission>;
