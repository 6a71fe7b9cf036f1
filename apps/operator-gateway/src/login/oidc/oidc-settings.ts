import { isDevelopmentChain } from '@exchange/contract/chain';
import { isRole, type OperatorRole, ROLES } from '@exchange/core/operator';
import { ConfigError, type Values } from '@exchange/platform';
import type { oidcFields } from './oidc-fields';

export type OidcConfig = Values<typeof oidcFields>;

/** How operator-gateway asks one provider, checked. */
export interface OidcSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly nameClaim: string;
  readonly rolesClaim: string;
  /** Roles by the claim's values. */
  readonly roles: ReadonlyMap<string, OperatorRole>;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: URL;
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** What is said over it can't be read or changed on the way. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));

/**
 * The settings of the provider; undefined when people log in with the passwords that the launcher made for them, which only a
 * development chain allows. Throws one {@link ConfigError} that lists every problem.
 */
export function oidcSettingsOf(config: OidcConfig, chainId: number): OidcSettings | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcNameClaim, oidcRolesClaim, pageUrl } = config;
  if (oidcIssuer === undefined) {
    if (isDevelopmentChain(chainId)) return undefined;
    throw new ConfigError(
      `OPERATOR_OIDC_ISSUER: is required on chain ${chainId}: passwords of operator-gateway's own are for development ` +
        'chains (31337, 1337) only. Name the OpenID Connect provider that knows your operators',
    );
  }
  const problems: string[] = [];
  const roles = rolesOf(config.oidcRoles, problems);
  const issuer = new URL(oidcIssuer);
  if (!isSafe(issuer)) problems.push('OPERATOR_OIDC_ISSUER: must begin with https://');
  if (oidcClientId === undefined) problems.push('OPERATOR_OIDC_CLIENT_ID: is required with an issuer');
  if (pageUrl === undefined) problems.push('OPERATOR_PAGE_URL: is required with an issuer');
  else if (!isSafe(new URL(pageUrl))) problems.push('OPERATOR_PAGE_URL: must begin with https://');
  if (problems.length > 0 || oidcClientId === undefined || pageUrl === undefined)
    throw new ConfigError(`The configuration is wrong:\n  ${problems.join('\n  ')}`);
  return {
    ...{ issuer, clientId: oidcClientId, clientSecret: oidcClientSecret, roles },
    ...{ nameClaim: oidcNameClaim, rolesClaim: oidcRolesClaim },
    redirectUri: new URL('/login/oidc', pageUrl),
  };
}

function rolesOf(pairs: readonly string[], problems: string[]): ReadonlyMap<string, OperatorRole> {
  const roles = new Map<string, OperatorRole>();
  for (const pair of pairs) {
    // A value may have a `=` in it, as the distinguished names of directories do.
    const [, value, role] = /^(.+)=([^=]+)$/.exec(pair) ?? [];
    if (value === undefined || role === undefined)
      problems.push(`OPERATOR_OIDC_ROLES: ${JSON.stringify(pair)} is not value=role`);
    else if (!isRole(role))
      problems.push(`OPERATOR_OIDC_ROLES: ${JSON.stringify(role)} is none of ${ROLES.join(', ')}`);
    else if (roles.has(value)) problems.push(`OPERATOR_OIDC_ROLES: ${JSON.stringify(value)} is there twice`);
    else roles.set(value, role);
  }
  if (pairs.length === 0) problems.push('OPERATOR_OIDC_ROLES: is required with an issuer');
  return roles;
}
