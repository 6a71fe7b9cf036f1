import { reject, ok, type Result } from '@exchange/core/kernel';
import { type BarPrecision, isBarPrecision } from './limits';

/** Events whose name says everything; the last two are of all markets together. */
const PLAIN_EVENTS = ['trades', 'ticker', 'rate', 'chainStats', 'listings', 'tickers'] as const;
type PlainEvent = (typeof PLAIN_EVENTS)[number];

/** What a connection can subscribe to (seed: Subscriptions; docs/interface, subscriptions). */
export type EventSubscription =
  | { readonly [Kind in PlainEvent]: { readonly kind: Kind } }[PlainEvent]
  /** `depth` lines per side, undefined for the whole book; rates grouped to `digits` significant digits. */
  | { readonly kind: 'book'; readonly depth: 20 | 100 | undefined; readonly digits: number }
  | { readonly kind: 'bars'; readonly precision: BarPrecision };

const BOOK_PATTERN = /^book(20|100)?d([1-5])$/;
/** `barData1m` is what older clients say for `bars_1m`. */
const BARS_PATTERN = /^(?:bars_|barData)(.+)$/;

/**
 * Reads an event name of subscribe and unSubscribe: UNKNOWN_EVENT when there is none of this name.
 * @example
 * parseSubscription('book20d5').value // → { kind: 'book', depth: 20, digits: 5 }
 * parseSubscription('books').code // → 'UNKNOWN_EVENT'
 */
export function parseSubscription(name: string): Result<EventSubscription> {
  const subscription = subscriptionOf(name);
  if (subscription === undefined) {
    return reject(
      'UNKNOWN_EVENT',
      `there is no event ${JSON.stringify(name)}; try trades, ticker or book20d5`,
    );
  }
  return ok(subscription);
}

function subscriptionOf(name: string): EventSubscription | undefined {
  const plain = PLAIN_EVENTS.find((event) => event === name);
  if (plain !== undefined) return { kind: plain };
  const book = BOOK_PATTERN.exec(name);
  if (book !== null) {
    const depth = book[1] === '20' ? 20 : book[1] === '100' ? 100 : undefined;
    return { kind: 'book', depth, digits: Number(book[2]) };
  }
  const precision = BARS_PATTERN.exec(name)?.[1] ?? '';
  return isBarPrecision(precision) ? { kind: 'bars', precision } : undefined;
}

/**
 * The name that stands for a subscription.
 * @example
 * subscriptionName({ kind: 'bars', precision: '1h' }) // → 'bars_1h'
 */
export function subscriptionName(subscription: EventSubscription): string {
  switch (subscription.kind) {
    case 'book':
      return `book${subscription.depth ?? ''}d${subscription.digits}`;
    case 'bars':
      return `bars_${subscription.precision}`;
    default:
      return subscription.kind;
  }
}

/**
 * Reads all events of a subscribe, each once whatever it is called. Refused as a whole: UNKNOWN_EVENT for a name that
 * doesn't exist.
 */
export function parseSubscriptions(names: readonly string[]): Result<EventSubscription[]> {
  const subscriptions = new Map<string, EventSubscription>();
  for (const name of names) {
    const parsed = parseSubscription(name);
    if (!parsed.ok) return parsed;
    subscriptions.set(subscriptionName(parsed.value), parsed.value);
  }
  return ok([...subscriptions.values()]);
}

/** Of these subscriptions of one market those that last: of several books only the last one (docs/interface). */
export function withOneBook(subscriptions: readonly EventSubscription[]): EventSubscription[] {
  const book = subscriptions.findLast(({ kind }) => kind === 'book');
  return subscriptions.filter((subscription) => subscription.kind !== 'book' || subscription === book);
}
