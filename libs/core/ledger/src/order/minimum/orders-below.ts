import type { Address } from '@exchange/core/kernel';
import type { Account } from '../../account/account';
import type { Order } from '../order';

/** The open orders that sell the token with a nonce below `least`. */
export const ordersBelow = (account: Account, token: Address, least: bigint): Order[] =>
  [...account.orders.values()].filter(
    ({ signed: { terms } }) => terms.sellToken === token && BigInt(terms.nonce) < least,
  );
