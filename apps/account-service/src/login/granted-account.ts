import type { Address } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import type { RequestInput } from '@exchange/platform';
import type { Grants } from './grant';

/** A request of a client's connection; commands say where they came from, queries don't. */
type GrantedInput = RequestInput<{ readonly grant: string; readonly origin?: Origin }>;

/** The account that a request's grant names; none when the grant is not genuine. Whether it is over is judged later. */
export function grantedAccount(
  { request, sender }: GrantedInput,
  { grants }: { readonly grants: Grants },
): Address | undefined {
  const grant = grants.check(request.grant, sender, request.origin, 0);
  return grant.ok ? grant.value.account : undefined;
}
