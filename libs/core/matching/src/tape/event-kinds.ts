import type { DoneReason, EditRefusal, MarketEvent, MarketStatus } from '@exchange/core/message';

/*
 * Numbers of what is written as words. They are part of every digest: a new one goes to the end. Those that the book's
 * module writes are in assembly/tape.ts and assembly/matching.ts too.
 */
const KINDS: readonly MarketEvent['kind'][] = [
  'waiting',
  'triggered',
  'edited',
  'edit_refused',
  'rested',
  'trade',
  'done',
  'not_open',
  'level',
  'status',
];

const DONE_REASONS: readonly DoneReason[] = [
  'filled',
  'dust',
  'self_trade',
  'below_minimum',
  'market_closed',
  'market_restarting',
  'delisted',
  'price_band',
  'post_only',
  'immediate_or_cancel',
  'fill_or_kill',
  'owner',
  'expired',
  'delegate_removed',
  'order_cancelled_on_chain',
  'exit_requested',
  'disconnected',
];

const EDIT_REFUSALS: readonly EditRefusal[] = [
  'market_closed',
  'post_only',
  'exceeds_signed',
  'stop_triggered',
  'below_minimum',
  'rate_out_of_range',
];

const STATUSES: readonly MarketStatus[] = ['open', 'post_only', 'cancel_only', 'delisted'];

const WAITS = ['stop', 'peg_rate'] as const;

/** Numbers for values, and back. */
class Codes<T extends string> {
  private readonly codes: ReadonlyMap<T, number>;

  constructor(private readonly values: readonly T[]) {
    this.codes = new Map(values.map((value, code) => [value, code]));
  }

  of(value: T): number {
    return this.codes.get(value) as number;
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

/** Where a detail stands in the first word, above the kind. */
export const DETAIL_SHIFT = 8;
/** Of an edited event's detail. */
export const EDITED_HIDDEN = 1;
export const EDITED_STOP = 2;
export const EDITED_PEG = 4;
