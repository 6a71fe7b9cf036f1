import { type Authenticator, jwtAuthenticator } from '@nats-io/transport-node';
import { createUser, type KeyPair, Prefix } from '@nats-io/nkeys';
import { userClaims } from './claims';
import { keyFromSecret, publicKeyOfNobody } from './nkey-text';
import { type BrokerRole, type ConnectionUse, nameOf } from './roles';

/** The one account of the exchange. It never signs: its roles do. */
export const EXCHANGE_ACCOUNT = publicKeyOfNobody(Prefix.Account, 'exchange');

/** The key that signs the users of a role for such connections; it comes from the role's password. */
export const signingKey = (role: BrokerRole, use: ConnectionUse, password: string): KeyPair =>
  keyFromSecret(Prefix.Account, password, `signs users: ${role} ${use}`);

export interface BrokerLogin {
  /** The sender in commands and the name of the private inbox. */
  readonly name: string;
  readonly authenticator: Authenticator;
}

/** A user of its own for one connection: a new key, signed with that of the role. */
export function brokerLogin(role: BrokerRole, use: ConnectionUse, password: string): BrokerLogin {
  const user = createUser();
  const key = user.getPublicKey();
  const claims = userClaims(signingKey(role, use, password), key, role, EXCHANGE_ACCOUNT);
  return { name: nameOf(role, use, key), authenticator: jwtAuthenticator(claims, user.getSeed()) };
}
