import type { SettlementNews } from '@exchange/core/message';
import {
  handlersOf,
  type InboxTypes,
  type LogLine,
  type NoticeOutput,
  type Records,
} from '@exchange/platform';
import type { SettlementState } from '../settlement-state';

/** What the inputs of a turn are applied to, and what the turn gathers. */
export interface SettlementTurn {
  readonly state: SettlementState;
  readonly news: SettlementNews[];
  /** Alarms, and what else the log is told. */
  readonly lines: LogLine[];
  readonly notices: NoticeOutput[];
  /** Unix ms of this turn. */
  readonly at: number;
}

export interface SettlementInbox extends InboxTypes {
  readonly deps: { readonly records: Records };
  readonly turn: SettlementTurn;
  readonly needs: never;
}

/** Declares a handler of settlement. */
export const handle = handlersOf<SettlementInbox>();
