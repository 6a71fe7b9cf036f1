import type { SigningDomain } from '@exchange/core/order';
import type { Consent } from '../consent';
import type { Signer } from '../order/signer';

/** The consent of a key to be a delegate of the account, for `addDelegate` until the deadline (Unix seconds). */
export async function signDelegation(
  delegate: Signer,
  account: string,
  deadline: number,
  domain: SigningDomain,
): Promise<Consent> {
  // Loaded when it is needed: most pages never sign one.
  const { delegation } = await import('./delegation');
  const { signConsent } = await import('./statement');
  return signConsent(delegate, delegation(account, delegate.address, deadline), domain);
}
