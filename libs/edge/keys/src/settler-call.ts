import { address, type Address, present } from '@exchange/core/kernel';
import { Transaction } from 'ethers';
import type { SettlerCall } from './signing-keys';

/** The call of a signed transaction. */
export function settlerCallOf(raw: string): SettlerCall {
  const { to, data, chainId } = Transaction.from(raw);
  return { to: address(present(to, 'contract')), data, chainId: Number(chainId) };
}

/** The account that signed a transaction. */
export function senderOf(raw: string): Address {
  return address(present(Transaction.from(raw).from, 'sender'));
}
