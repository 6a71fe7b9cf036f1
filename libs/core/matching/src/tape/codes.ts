import type { DoneReason, EditRefusal, Execution, MarketEvent, MarketStatus } from '@exchange/core/message';
import * as border from '../../assembly/border';

/*
 * Numbers of what is written as words. They are part of every digest: a new one goes to the end. Those that the book's
 * module knows too are in assembly/border.ts.
 */
const KINDS: Readonly<Record<MarketEvent['kind'], number>> = {
  waiting: border.EVENT_WAITING,
  triggered: border.EVENT_TRIGGERED,
  edited: border.EVENT_EDITED,
  edit_refused: border.EVENT_EDIT_REFUSED,
  rested: border.EVENT_RESTED,
  trade: border.EVENT_TRADE,
  done: border.EVENT_DONE,
  not_open: border.EVENT_NOT_OPEN,
  level: border.EVENT_LEVEL,
  status: border.EVENT_STATUS,
};

const DONE_REASONS: Readonly<Record<DoneReason, number>> = {
  filled: border.DONE_FILLED,
  dust: border.DONE_DUST,
  self_trade: border.DONE_SELF_TRADE,
  below_minimum: border.DONE_BELOW_MINIMUM,
  market_closed: border.DONE_MARKET_CLOSED,
  market_restarting: border.DONE_MARKET_RESTARTING,
  delisted: border.DONE_DELISTED,
  price_band: border.DONE_PRICE_BAND,
  post_only: border.DONE_POST_ONLY,
  immediate_or_cancel: border.DONE_IMMEDIATE_OR_CANCEL,
  fill_or_kill: border.DONE_FILL_OR_KILL,
  owner: border.DONE_OWNER,
  expired: border.DONE_EXPIRED,
  delegate_removed: border.DONE_DELEGATE_REMOVED,
  order_cancelled_on_chain: border.DONE_ORDER_CANCELED_ON_CHAIN,
  exit_requested: border.DONE_EXIT_REQUESTED,
  disconnected: border.DONE_DISCONNECTED,
  trade_reversed: border.DONE_TRADE_REVERSED,
  operator: border.DONE_OPERATOR,
};

const EXECUTIONS: Readonly<Record<Execution | 'none', number>> = {
  none: border.NO_EXECUTION,
  post_only: border.POST_ONLY,
  immediate_or_cancel: border.IMMEDIATE_OR_CANCEL,
  fill_or_kill: border.FILL_OR_KILL,
};

const EDIT_REFUSALS: Readonly<Record<EditRefusal, number>> = {
  market_closed: 0,
  post_only: 1,
  exceeds_signed: 2,
  stop_triggered: 3,
  below_minimum: 4,
  rate_out_of_range: 5,
};

const STATUSES: Readonly<Record<MarketStatus, number>> = {
  open: 0,
  post_only: 1,
  cancel_only: 2,
  delisted: 3,
};

const WAITS = { stop: 0, peg_rate: 1, edit: 2 } as const;

/** Numbers for values, and back. */
class Codes<T extends string> {
  private readonly values: readonly T[];

  constructor(private readonly codes: Readonly<Record<T, number>>) {
    const values: T[] = [];
    for (const value in codes) values[codes[value]] = value;
    this.values = values;
  }

  of(value: T): number {
    return this.codes[value];
  }

  at(code: number): T {
    return this.values[code] as T;
  }
}

export const kindCodes = new Codes(KINDS);
export const doneCodes = new Codes(DONE_REASONS);
export const refusalCodes = new Codes(EDIT_REFUSALS);
export const statusCodes = new Codes(STATUSES);
export const waitCodes = new Codes(WAITS);
const executionCodes = new Codes(EXECUTIONS);

export const executionCode = (execution: Execution | undefined): number =>
  executionCodes.of(execution ?? 'none');

export function executionAt(code: number): Execution | undefined {
  const execution = executionCodes.at(code);
  return execution === 'none' ? undefined : execution;
}

/* Of an edited event's detail. */
export const EDITED_HIDDEN = 1;
export const EDITED_STOP = 2;
export const EDITED_PEG = 4;
