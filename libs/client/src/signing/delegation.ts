import { address } from '@exchange/core/kernel';
import type { SigningDomain } from '@exchange/core/order';
import type { Consent } from '../consent';
import type { Signer } from '../order/signer';
import { signConsent, statement, type TimedStatement } from './statement';

/** That a key agrees to be the account's delegate (docs/interface, delegates); `deadline` in Unix seconds. */
export const delegation = (account: string, delegate: string, deadline: number): TimedStatement =>
  statement('Delegation', ['address account', 'address delegate', 'uint32 deadline'], {
    ...{ account: address(account), delegate: address(delegate), deadline },
  });

/** The consent of a key to be a delegate of the account, for `addDelegate` until the deadline (Unix seconds). */
export const signDelegation = (
  delegate: Signer,
  account: string,
  deadline: number,
  domain: SigningDomain,
): Promise<Consent> => signConsent(delegate, delegation(account, delegate.address, deadline), domain);
