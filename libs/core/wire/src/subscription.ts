import { reject, ok, type Result, unreachable } from '@exchange/core/kernel';
import { type BarPrecision, isBarPrecision } from './limits';

/** What a connection can subscribe to (seed: Subscriptions; docs/interface, subscriptions). */
export type Subscription =
  | { readonly kind: 'trades' }
  | { readonly kind: 'ticker' }
  | { readonly kind: 'rate' }
  | { readonly kind: 'chainStats' }
  /** `depth` lines per side, undefined for the whole book; rates grouped to `digits` significant digits. */
  | { readonly kind: 'book'; readonly depth: 20 | 100 | undefined; readonly digits: number }
  | { readonly kind: 'bars'; readonly precision: BarPrecision };

const BOOK_PATTERN = /^book(20|100)?d([1-5])$/;
const BARS_PREFIX = 'bars_';

/** Reads an event name of subscribe and unSubscribe: UNKNOWN_EVENT when there is none of this name. */
export function parseSubscription(name: string): Result<Subscription> {
  const subscription = subscriptionOf(name);
  if (subscription === undefined) {
    return reject(
      'UNKNOWN_EVENT',
      `there is no event ${JSON.stringify(name)}; try trades, ticker or book20d5`,
    );
  }
  return ok(subscription);
}

function subscriptionOf(name: string): Subscription | undefined {
  if (name === 'trades' || name === 'ticker' || name === 'rate' || name === 'chainStats')
    return { kind: name };
  const book = BOOK_PATTERN.exec(name);
  if (book !== null) {
    const depth = book[1] === '20' ? 20 : book[1] === '100' ? 100 : undefined;
    return { kind: 'book', depth, digits: Number(book[2]) };
  }
  const precision = name.startsWith(BARS_PREFIX) ? name.slice(BARS_PREFIX.length) : '';
  return isBarPrecision(precision) ? { kind: 'bars', precision } : undefined;
}

/** The name that stands for a subscription. */
export function subscriptionName(subscription: Subscription): string {
  switch (subscription.kind) {
    case 'trades':
    case 'ticker':
    case 'rate':
    case 'chainStats':
      return subscription.kind;
    case 'book':
      return `book${subscription.depth ?? ''}d${subscription.digits}`;
    case 'bars':
      return `${BARS_PREFIX}${subscription.precision}`;
    default:
      return unreachable(subscription);
  }
}

/** Reads all events of a subscribe, which is refused as a whole: UNKNOWN_EVENT for a name that doesn't exist. */
export function parseSubscriptions(names: readonly string[]): Result<Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (const name of names) {
    const parsed = parseSubscription(name);
    if (!parsed.ok) return parsed;
    subscriptions.push(parsed.value);
  }
  return ok(subscriptions);
}
