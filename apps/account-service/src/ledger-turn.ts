import type { AccountDeps } from './account-deps';
import type { AccountBook } from './accounts/account-book';
import type { Vault } from './identity/vault';
import type { TurnOutput } from './outbox/turn-output';

/** The settings and keys that decisions use: nothing that waits, draws random bytes or reads a clock. */
export interface LedgerRules extends Pick<
  AccountDeps,
  'loginDomain' | 'policy' | 'withdrawalCost' | 'grants' | 'saltOf'
> {
  readonly vault: Pick<Vault, 'open'>;
}

/** What is decided on within a turn. */
export interface LedgerTurn {
  readonly rules: LedgerRules;
  readonly book: AccountBook;
  readonly output: TurnOutput;
  /** Unix ms of this turn: never before what accounts were told last. */
  readonly at: number;
  /** The same moment by this process' clock alone, for deadlines by a clock. */
  readonly clockAt: number;
  /** The same moment by the steady clock. */
  readonly steadyAt: number;
}
