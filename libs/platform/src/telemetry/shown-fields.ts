import { withoutSecrets } from '@exchange/core/kernel';
import { stdSerializers } from 'pino';

/**
 * Ends of names whose values nobody may read: keys and what opens them, logins, and what was signed. A `token` alone is an
 * address of the chain, so those that log somebody in are named in full.
 */
const SECRET_NAMES = [
  ...['password', 'passphrase', 'secret', 'secrets', 'credential', 'credentials', 'authorization'],
  ...['privatekey', 'mnemonic', 'seed', 'nkey', 'salt', 'totp', 'totpcode', 'otp', 'totpsalt'],
  ...['grant', 'session', 'sessionid', 'cookie', 'cookies', 'csrf'],
  ...['accesstoken', 'idtoken', 'refreshtoken', 'sessiontoken', 'csrftoken', 'codeverifier'],
  ...['signature', 'signatures', 'cosignature', 'attestation', 'databaseurl'],
];

/** Whether what has this name is secret, however it is written: `privateKey`, `PRIVATE_KEY`, `settlerPrivateKey`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return SECRET_NAMES.some((secret) => plain.endsWith(secret));
}

/** What is secret whatever its name is: signatures and calls that hold them, tokens of logins, seeds of the broker, keys in files. */
const SECRET_FORMS = new RegExp(
  [
    /0x[0-9a-f]{130,}/,
    /\beyJ[\w-]{16,}\.[\w-]{16,}(?:\.[\w-]+)?/,
    /\bS[ACNOUX][A-Z2-7]{56}\b/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*-----|$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** A text without what addresses keep secret, and without what is secret by its form. */
export const shownText = (text: string): string => withoutSecrets(text).replace(SECRET_FORMS, '(secret)');

/** So deep may objects of fields lie in each other; what lies deeper is not written. */
const DEPTH_MAX = 6;

/** Fields as they may be written: without secrets, and of errors only texts and numbers. */
export const shownFields = (fields: object, depth = DEPTH_MAX): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      shownText(name),
      isSecretName(name) ? '(secret)' : shown(value, depth),
    ]),
  );

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value as JSON would have it, but for what is secret in it. */
function shown(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shownText(value);
  if (!isObject(value)) return value;
  // Whatever bytes are, a person can't read them.
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (depth === 0) return '…';
  if (value instanceof Error) return shownError(value, depth);
  if (Array.isArray(value)) return value.map((item) => shown(item, depth - 1));
  if ('toJSON' in value && typeof value.toJSON === 'function') return shown(value.toJSON(), depth - 1);
  return shownFields(value, depth - 1);
}

/**
 * An error's texts and numbers. Objects in it are left out: libraries hang requests and answers on errors; and so is `detail`,
 * where Postgres quotes the row.
 */
function shownError(error: Error, depth: number): unknown {
  const parts = Object.entries(stdSerializers.err(error)).filter(
    ([name, value]) => typeof value !== 'object' && name !== 'detail',
  );
  const { errors } = error as { readonly errors?: unknown };
  const several = Array.isArray(errors) ? { aggregateErrors: shown(errors, depth - 1) } : {};
  return { ...shownFields(Object.fromEntries(parts)), ...several };
}
