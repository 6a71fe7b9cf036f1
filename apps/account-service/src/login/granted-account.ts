import { type Address, assert } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import type { RequestInput } from '@exchange/platform';
import type { Grants } from './grant';

/** A request of a client's connection; commands say where they came from, queries don't. */
type GrantedInput = RequestInput<{ readonly grant: string; readonly origin?: Origin }>;

/** The account that the grant of an admitted request names. Whether the grant is over by now is judged later. */
export function grantedAccount(
  { request, sender }: GrantedInput,
  { grants }: { readonly grants: Grants },
): Address {
  const grant = grants.check(request.grant, sender, request.origin, 0);
  assert(grant.ok, 'a request without a genuine grant was admitted');
  return grant.value.account;
}
