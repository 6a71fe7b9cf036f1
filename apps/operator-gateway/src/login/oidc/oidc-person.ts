import { ok } from '@exchange/core/kernel';
import { type DeskResult, isPersonName, type Person, refuse } from '@exchange/core/operator';
import type { IDToken } from 'openid-client';
import type { OidcSettings } from './oidc-settings';

/** What a claim lists beyond these is not looked at. */
const CLAIM_VALUES_MAX = 1_000;

/** The person of an id token whose signature, issuer, audience and times were checked; refused without any known role. */
export function personOf(claims: IDToken, settings: OidcSettings): DeskResult<Person> {
  const { nameClaim, rolesClaim } = settings;
  const told = Object.hasOwn(claims, nameClaim) ? claims[nameClaim] : undefined;
  const name = typeof told === 'string' ? told.toLowerCase() : '';
  if (!isPersonName(name))
    return refuse(
      'LOGIN_REFUSED',
      `the claim ${nameClaim} must name the person, with up to 100 letters, digits, dots, dashes, @ and _`,
    );
  const values = listedAt(claims, rolesClaim).slice(0, CLAIM_VALUES_MAX);
  const roles = new Set(values.flatMap((value) => settings.roles.get(value) ?? []));
  if (roles.size === 0)
    return refuse(
      'LOGIN_REFUSED',
      `${name} has no role here: no value of the claim ${rolesClaim} is among those of OPERATOR_OIDC_ROLES`,
    );
  return ok({ name, roles: [...roles].sort() });
}

/** The strings at a claim's name, else at the end of its path; nothing when something else is there. */
function listedAt(claims: IDToken, claim: string): readonly string[] {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : atPath(claims, claim.split('.'));
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found.filter((value) => typeof value === 'string') : [];
}

function atPath(value: unknown, [next, ...rest]: readonly string[]): unknown {
  if (next === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, next)) return undefined;
  return atPath((value as Readonly<Record<string, unknown>>)[next], rest);
}
