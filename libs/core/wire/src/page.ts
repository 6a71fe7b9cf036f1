import { reject, type Result } from '@exchange/core/kernel';
import { PAGE_DEFAULT } from './limits';

/** Below this a time from a client is in seconds, from it on in milliseconds. */
const SECONDS_LIMIT = 100_000_000_000;

/**
 * The first ms of a time that a client sent: what `from` means (docs/interface, timestamps in).
 * @example
 * firstMs(1_700_000_000) // → 1_700_000_000_000
 */
export const firstMs = (time: number): number => (time < SECONDS_LIMIT ? time * 1000 : time);

/**
 * The last ms of it, what `to` means: a time in seconds is a whole second long.
 * @example
 * lastMs(1_700_000_000) // → 1_700_000_000_999
 */
export const lastMs = (time: number): number => (time < SECONDS_LIMIT ? time * 1000 + 999 : time);

export interface TimeRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export const RANGE_RULE = 'from must not be after to';

/** Refuses a range that ends before it begins; each end may be in seconds or milliseconds. */
export function checkRange({ from, to }: TimeRange): Result<never> | undefined {
  if (from === undefined || to === undefined || firstMs(from) <= lastMs(to)) return undefined;
  return reject('INVALID_FIELD', RANGE_RULE);
}

/** What a request for a page of history says, as the client wrote it. */
export interface PageFields extends TimeRange {
  readonly market?: string | undefined;
  /** An id, exclusive: the page goes on after that item, newest first. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** A page of history as it is asked of the owner: times in Unix ms, both inclusive. */
export interface Page {
  readonly market?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly before?: number;
  readonly limit: number;
}

/**
 * Gives the fields of a request their meaning: times in ms, to the end of a last second, the default limit.
 * @example
 * pageOf({ market: 'ETHDAI', to: 1_700_000_000, limit: 20 }) // → { market: 'ETHDAI', toMs: 1_700_000_000_999, limit: 20 }
 */
export function pageOf({ market, from, to, before, limit }: PageFields): Page {
  return {
    ...(market === undefined ? {} : { market }),
    ...(from === undefined ? {} : { fromMs: firstMs(from) }),
    ...(to === undefined ? {} : { toMs: lastMs(to) }),
    ...(before === undefined ? {} : { before }),
    limit: limit ?? PAGE_DEFAULT,
  };
}

/** The members of a history packet that repeat the request, as sent; absent when the request had none. */
export function echoes({ market, from, to, before, limit }: PageFields): PageFields {
  return {
    ...(market === undefined ? {} : { market }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(before === undefined ? {} : { before }),
    ...(limit === undefined ? {} : { limit }),
  };
}
