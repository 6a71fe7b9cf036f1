import type { SolvencyDifference } from '@exchange/contract/bus';
import { handlersOf, type InboxTypes, type LogLine, type RowChange, signalsOf } from '@exchange/platform';
import type { Found, SolvencyState } from '../books/solvency-state';
import type { ChainReading } from '../check/chain-reading';
import type { LedgerSums } from '../check/ledger-view';
import type { WatchedContract } from '../persistence/load';

/** What a check found, of one block: every difference was read twice. */
export type SolvencySignal = {
  readonly kind: 'checked';
  readonly reading: ChainReading;
  readonly ledger: LedgerSums;
  readonly found: readonly Found[];
  /** The partitions that were compared account by account. */
  readonly compared: ReadonlySet<number>;
};

/** What the inputs of a turn are applied to, and what the turn gathers. */
export interface SolvencyTurn {
  readonly state: SolvencyState;
  readonly watched: WatchedContract;
  /** After so many checks that find nothing a difference is over. */
  readonly cleanChecks: number;
  readonly changes: RowChange[];
  readonly lines: LogLine[];
  /** What readers are told with this turn; undefined: nothing. */
  verdict: { readonly block: number; readonly difference: SolvencyDifference | null } | undefined;
  /** Unix ms. */
  readonly at: number;
}

export interface SolvencyInbox extends InboxTypes {
  readonly deps: undefined;
  readonly turn: SolvencyTurn;
  readonly needs: never;
}

/** Declares a handler of the standing check. */
export const handle = handlersOf<SolvencyInbox>();

export const signal = signalsOf<SolvencySignal>();
