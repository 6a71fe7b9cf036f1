import type { Field } from '@exchange/platform';

/** The contract's roles whose keys services hold (contract: SETTLER, ATTESTER, COSIGNER). */
export const KEY_ROLES = ['settler', 'attester', 'cosigner'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

type OptionalText = Field<'string'> & { readonly optional: true };

/** What is configured for a role, each under `<role><Name>`: `settlerKeystoreFile` is SETTLER_KEYSTORE_FILE. */
export type KeyFieldName =
  | 'Key'
  | 'KeystoreFile'
  | 'KeystorePasswordFile'
  | 'SignerUrl'
  | 'SignerCaFile'
  | 'SignerCertFile'
  | 'SignerCertKeyFile'
  | 'Address';

export type KeyFields<R extends KeyRole> = {
  readonly [N in KeyFieldName as `${R}${N}`]: OptionalText;
};

/** What {@link keyFields} gives for any role, as values. */
export type KeyValues<R extends KeyRole> = {
  readonly [N in KeyFieldName as `${R}${N}`]: string | undefined;
};

/**
 * Where a service has the key of a role from: exactly one of `<ROLE>_KEY` (or its file), `<ROLE>_KEYSTORE_FILE`
 * and `<ROLE>_SIGNER_URL`.
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
    SignerUrl: field('SIGNER_URL', `The remote signer that holds the key of the ${name}: https://host:port.`),
    SignerCaFile: field('SIGNER_CA_FILE', 'Certificate of the one authority that may vouch for that signer.'),
    SignerCertFile: field('SIGNER_CERT_FILE', 'Certificate by which that signer knows this service.'),
    SignerCertKeyFile: field('SIGNER_CERT_KEY_FILE', 'Private key of that certificate.'),
    Address: field(
      'ADDRESS',
      `Address of the ${name}. Needed with a remote signer, whose signatures must be of it; else compared with the key.`,
    ),
  };
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [`${role}${key}`, value]),
  ) as KeyFields<R>;
}
