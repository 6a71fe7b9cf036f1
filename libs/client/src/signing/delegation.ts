import { address } from '@exchange/core/kernel';
import { parseSignature, type SigningDomain, typedDomain, type TypedField } from '@exchange/core/order';
import type { Consent } from '../consent';
import type { Signer } from '../order/signer';

/** The members of the EIP-712 type by which a key agrees to be an account's delegate (docs/interface, delegates). */
export const DELEGATION_TYPES: Record<'Delegation', TypedField[]> = {
  Delegation: [
    { name: 'account', type: 'address' },
    { name: 'delegate', type: 'address' },
    { name: 'deadline', type: 'uint32' },
  ],
};

/** The consent of a key to be a delegate of the account, for `addDelegate` until the deadline (Unix seconds). */
export async function signDelegation(
  delegate: Signer,
  account: string,
  deadline: number,
  domain: SigningDomain,
): Promise<Consent> {
  const message = { account: address(account), delegate: address(delegate.address), deadline };
  const signature = parseSignature(
    await delegate.signTypedData(typedDomain(domain), DELEGATION_TYPES, message),
  );
  if (!signature.ok) throw new TypeError(signature.message);
  return { ...signature.value, deadline };
}
