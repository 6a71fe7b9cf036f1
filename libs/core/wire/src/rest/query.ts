import { ok, reject, type Result } from '@exchange/core/kernel';
import {
  BAR_PRECISIONS,
  type BarPrecision,
  BOOK_LIMIT_DEFAULT,
  BOOK_LIMITS,
  isBarPrecision,
  PAGE_MAX,
} from '../limits';
import { checkRange, firstMs, lastMs, type Page, pageOf } from '../page';

/** Query parameters as an HTTP framework gives them; repeated ones are arrays. Unknown ones are ignored. */
export type Query = Readonly<Record<string, unknown>>;

const UINT_PATTERN = /^(0|[1-9][0-9]{0,15})$/;

/** Lines per side of the order book: 20 or 100; anything else is refused, never clamped. */
export function readBookLimit(query: Query): Result<(typeof BOOK_LIMITS)[number]> {
  const limit = readUint(query, 'limit', `one of ${BOOK_LIMITS.join(', ')}`);
  if (!limit.ok) return limit;
  const allowed = BOOK_LIMITS.find((value) => value === (limit.value ?? BOOK_LIMIT_DEFAULT));
  if (allowed !== undefined) return ok(allowed);
  return reject('INVALID_FIELD', `limit must be one of ${BOOK_LIMITS.join(', ')}`);
}

/** from, to, before and limit of the trades endpoint (docs/interface, values). */
export function readTradesPage(query: Query): Result<Page> {
  const range = readRange(query);
  if (!range.ok) return range;
  const before = readUint(query, 'before', 'the id of a trade');
  if (!before.ok) return before;
  const limit = readUint(query, 'limit', `a whole number from 1 to ${PAGE_MAX}`);
  if (!limit.ok) return limit;
  if (limit.value !== undefined && (limit.value < 1 || limit.value > PAGE_MAX)) {
    return reject('INVALID_FIELD', `limit must be a whole number from 1 to ${PAGE_MAX}`);
  }
  return ok(pageOf({ ...range.value, before: before.value, limit: limit.value }));
}

/** precision, from and to of the bars endpoint; all are needed. Times come back in Unix ms. */
export function readBarsQuery(
  query: Query,
): Result<{ precision: BarPrecision; fromMs: number; toMs: number }> {
  const range = readRange(query);
  if (!range.ok) return range;
  const { from, to } = range.value;
  if (from === undefined || to === undefined) {
    return reject('INVALID_FIELD', 'from and to must be given as Unix times');
  }
  const { precision } = query;
  if (typeof precision !== 'string' || !isBarPrecision(precision)) {
    return reject('INVALID_FIELD', `precision must be one of ${Object.keys(BAR_PRECISIONS).join(', ')}`);
  }
  return ok({ precision, fromMs: firstMs(from), toMs: lastMs(to) });
}

function readRange(query: Query): Result<{ from: number | undefined; to: number | undefined }> {
  const from = readUint(query, 'from', 'a Unix time in whole seconds or milliseconds');
  if (!from.ok) return from;
  const to = readUint(query, 'to', 'a Unix time in whole seconds or milliseconds');
  if (!to.ok) return to;
  const range = { from: from.value, to: to.value };
  return checkRange(range) ?? ok(range);
}

/** A whole number from a query; undefined when it isn't there. Empty, negative, fractional, repeated: refused. */
function readUint(query: Query, name: string, must: string): Result<number | undefined> {
  const value = query[name];
  if (value === undefined) return ok(undefined);
  const refusal = reject('INVALID_FIELD', `${name} must be ${must}`);
  if (typeof value !== 'string' || !UINT_PATTERN.test(value)) return refusal;
  const number = Number(value);
  return Number.isSafeInteger(number) ? ok(number) : refusal;
}
