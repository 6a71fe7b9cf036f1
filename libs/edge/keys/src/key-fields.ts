import type { Field } from '@exchange/platform';

/** The contract's roles whose keys services hold (contract: SETTLER, ATTESTER, COSIGNER). */
export const KEY_ROLES = ['settler', 'attester', 'cosigner'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

type OptionalText = Field<'string'> & { readonly optional: true };

/** What is configured for a role, each under `<role><Name>`: `settlerKeystoreFile` is SETTLER_KEYSTORE_FILE. */
export type KeyFieldName = 'Key' | 'KeystoreFile' | 'KeystorePasswordFile' | 'Address';

export type KeyFields<R extends KeyRole> = {
  readonly [N in KeyFieldName as `${R}${N}`]: OptionalText;
};

/** What {@link keyFields} gives for any role, as values. */
export type KeyValues<R extends KeyRole> = {
  readonly [N in KeyFieldName as `${R}${N}`]: string | undefined;
};

/**
 * Where a service has the key of a role from: exactly one of `<ROLE>_KEY` (or its file) and `<ROLE>_KEYSTORE_FILE`.
 * Spread it into `defineConfig`; `keySourceOf` reads it. `purpose`: what the key does, as a sentence.
 */
export function keyFields<R extends KeyRole>(role: R, purpose: string): KeyFields<R> {
  const name = role.toUpperCase();
  const field = (env: string, description: string, secret = false): OptionalText => ({
    env: `${name}_${env}`,
    type: 'string',
    description,
    optional: true,
    ...(secret ? { secret } : {}),
  });
  const fields: Readonly<Record<KeyFieldName, OptionalText>> = {
    Key: field('KEY', `Private key of the ${name}, on development chains only. ${purpose}`, true),
    KeystoreFile: field('KEYSTORE_FILE', `Keystore with the key of the ${name} (npm run keystore).`),
    KeystorePasswordFile: field('KEYSTORE_PASSWORD_FILE', 'File with the password of that keystore.'),
    Address: field('ADDRESS', `Address of the ${name}: compared with the key.`),
  };
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [`${role}${key}`, value]),
  ) as KeyFields<R>;
}
