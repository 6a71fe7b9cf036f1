import type { Address, Hash, TokenAmount } from '@exchange/core/kernel';
import type { LedgerPolicy } from '@exchange/core/ledger';
import type { Crypto, SigningDomain } from '@exchange/core/order';
import type { Clock, Database, Entropy, SenderClocks, SignerRecovery } from '@exchange/platform';
import type { AccountGroup } from './groups/account-group';
import type { Vault } from './identity/vault';
import type { Grants } from './login/grant';

/** What stays the same while the service runs: settings and the means that are passed in from outside. */
export interface AccountDeps {
  /** Gives the group to another process, once what moved it is stored. */
  readonly moveTo: (process: string) => void;
  /** The accounts whose writer this is. */
  readonly group: AccountGroup;
  readonly domain: SigningDomain;
  /** The web domain for which sign-in texts (EIP-4361) are accepted. */
  readonly loginDomain: string;
  readonly policy: LedgerPolicy;
  readonly crypto: Crypto;
  /** Finds who signed what many send: orders and logins. */
  readonly signers: SignerRecovery;
  /** What giving a withdrawal of this token to the contract costs, in its smallest units; undefined while that isn't known. */
  withdrawalCost(token: Address): TokenAmount | undefined;
  /** For reading only; changes go through the turn's commit. */
  readonly database: Database;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly grants: Grants;
  /** The salt of an account's leaves in the trees of what is owed. */
  saltOf(account: Address): Hash;
  /** When gateways give their commands up. */
  readonly senders: Pick<SenderClocks, 'dueAt'>;
  /** Seals what the database must not tell. */
  readonly vault: Vault;
  /** Accounts kept in memory at most, unless one turn needs more. */
  readonly cachedAccounts: number;
  /** How long notices are kept for those who missed them, in ms. */
  readonly noticesKeptMs: number;
}
