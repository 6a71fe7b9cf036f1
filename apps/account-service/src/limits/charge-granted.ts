import type { RequestDefinition } from '@exchange/contract/bus';
import { ok, type Result } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import type { Clock, RequestInput } from '@exchange/platform';
import { NOT_OURS, ofAllAccounts } from '../groups/own-requests';
import type { AccountGroup } from '../groups/account-group';
import type { Grants } from '../login/grant';
import type { AccountPoints } from './account-points';
import { carriesGrant, requestTenths } from './request-cost';

interface ChargeDeps {
  readonly group: AccountGroup;
  readonly grants: Grants;
  readonly clock: Clock;
  readonly points: Pick<AccountPoints, 'charge'>;
}

/**
 * Charges a request to the account whose genuine grant it carries, before a signature is recovered or a row read for it;
 * nobody else can spend an account's points. Refused with INVALID_GRANT or RATE_LIMITED; what needs no grant is free.
 */
export function chargeGranted(
  { grants, clock, points, group }: ChargeDeps,
  definition: RequestDefinition,
  { request, sender }: RequestInput<unknown>,
): Result<void> {
  if (!carriesGrant(definition)) return ok(undefined);
  const { grant: token, origin } = request as { grant: string; origin?: Origin };
  const grant = grants.check(token, sender, origin, clock.now());
  if (!grant.ok) return grant;
  if (!group.owns(grant.value.account) && !ofAllAccounts(definition)) return NOT_OURS;
  const tenths = requestTenths(definition);
  return tenths === 0 ? ok(undefined) : points.charge(grant.value.account, tenths, clock.steady());
}
