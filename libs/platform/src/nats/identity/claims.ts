import { createHash } from 'node:crypto';
import type { KeyPair } from '@nats-io/nkeys';
import type { Permissions } from '../permissions';
import { base32 } from './nkey-text';

const HEADER = { typ: 'JWT', alg: 'ed25519-nkey' };
const VERSION = 2;
/** For claims: no limit. */
const ANY = -1;
const UNLIMITED = { subs: ANY, data: ANY, payload: ANY };
const ACCOUNT_LIMITS = {
  ...UNLIMITED,
  ...{ imports: ANY, exports: ANY, wildcards: true, conn: ANY, leaf: ANY },
};
const STREAM_LIMITS = { mem_storage: ANY, disk_storage: ANY, streams: ANY, consumer: ANY };

/** A key that signs users, and what all of them may do; `{{subject()}}` is a user's own public key. */
export interface SigningRole {
  readonly role: string;
  /** Public. */
  readonly key: string;
  readonly permissions: Permissions;
}

/** What the broker trusts: who signs accounts. Made by itself. */
export const operatorClaims = (operator: KeyPair, systemAccount: string): string =>
  signed(operator, operator.getPublicKey(), 'operator', { type: 'operator', system_account: systemAccount });

/** The broker's own account, which nobody enters and which may have no streams. */
export const systemClaims = (operator: KeyPair, account: string): string =>
  signed(operator, account, 'system', { type: 'account', limits: ACCOUNT_LIMITS, default_permissions: {} });

/** The account of the exchange, whose users are signed by these keys. */
export const accountClaims = (operator: KeyPair, account: string, roles: readonly SigningRole[]): string =>
  signed(operator, account, 'exchange', {
    ...{ type: 'account', limits: { ...ACCOUNT_LIMITS, ...STREAM_LIMITS }, default_permissions: {} },
    signing_keys: roles.map(({ role, key, permissions }) => ({
      ...{ kind: 'user_scope', role, key, template: templateOf(permissions) },
    })),
  });

/** A user of the account, who may do what the role of the signing key says. */
export const userClaims = (signer: KeyPair, user: string, name: string, account: string): string =>
  signed(signer, user, name, { type: 'user', issuer_account: account });

const templateOf = ({ publish, subscribe, allow_responses: answers }: Permissions) => ({
  ...UNLIMITED,
  ...{ pub: publish, sub: subscribe },
  ...(answers === false ? {} : { resp: { max: answers.max, ttl: answers.milliseconds * 1e6 } }),
});

/** A token as the broker reads it. It has no time, so that the same claims are the same text. */
function signed(issuer: KeyPair, subject: string, name: string, nats: object): string {
  const claims = { iss: issuer.getPublicKey(), sub: subject, name, nats: { ...nats, version: VERSION } };
  const jti = base32([...createHash('sha512-256').update(JSON.stringify(claims)).digest()]);
  const body = `${encoded(HEADER)}.${encoded({ jti, ...claims })}`;
  return `${body}.${Buffer.from(issuer.sign(Buffer.from(body))).toString('base64url')}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
