/** What operator-gateway reads of the provider that knows its people. Spread it into `defineConfig`. */
export const oidcFields = {
  oidcIssuer: {
    env: 'OPERATOR_OIDC_ISSUER',
    type: 'url',
    description:
      'The OpenID Connect provider that knows the operators. Required, except on a development chain, where two people are made for you.',
    optional: true,
  },
  oidcClientId: {
    env: 'OPERATOR_OIDC_CLIENT_ID',
    type: 'string',
    description: 'As what the provider knows operator-gateway.',
    optional: true,
  },
  oidcClientSecret: {
    env: 'OPERATOR_OIDC_CLIENT_SECRET',
    type: 'string',
    description:
      'With which operator-gateway names itself to the provider; without it, it is a public client.',
    optional: true,
    secret: true,
  },
  oidcNameClaim: {
    env: 'OPERATOR_OIDC_NAME_CLAIM',
    type: 'string',
    description:
      'The claim that names a person here and in the log. No other than `sub` may be one that people can change: who has two names is two people.',
    default: 'sub',
  },
  oidcRolesClaim: {
    env: 'OPERATOR_OIDC_ROLES_CLAIM',
    type: 'string',
    description:
      'The claim of the id token that lists what a person is: its name, or the path to it with dots (`realm_access.roles`).',
    default: 'roles',
  },
  oidcRoles: {
    env: 'OPERATOR_OIDC_ROLES',
    type: 'list',
    description:
      'Which of these makes which role, as `value=role` separated by commas; several values may make one role.',
    default: [],
  },
  pageUrl: {
    env: 'OPERATOR_PAGE_URL',
    type: 'url',
    description: 'Address of the page as browsers see it; the provider sends them back to its `/login/oidc`.',
    optional: true,
  },
} as const;
