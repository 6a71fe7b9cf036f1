import type { Address } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import type { LedgerContext } from '../../../ledger-context';

/** The account that a request's grant names; none when the grant is not genuine. Whether it is over is judged later. */
export function grantedAccount(
  request: { readonly grant: string; readonly origin?: Origin },
  { grants }: LedgerContext,
  sender: string,
): readonly Address[] {
  const grant = grants.check(request.grant, sender, request.origin, 0);
  return grant.ok ? [grant.value.account] : [];
}
