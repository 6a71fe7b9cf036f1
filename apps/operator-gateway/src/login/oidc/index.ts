/** Logins through the OpenID Connect provider that knows the operators. */
export * from './code-flow';
export * from './device-flow';
export * from './oidc-door';
export * from './oidc-fields';
export * from './oidc-person';
export * from './oidc-provider';
export * from './oidc-settings';
