import {
  FRAME_LIMITS,
  parseSubscription,
  type EventSubscription,
  subscriptionName,
  withOneBook,
} from '@exchange/core/wire';
import { ExchangeError } from '../exchange-error';

/** What a client is subscribed to, to ask for it again on a new connection. A market has one book, the last. */
export class Subscriptions {
  readonly #eventsOf = new Map<string, Set<string>>();

  add(markets: readonly string[], events: readonly string[]): void {
    for (const market of markets) {
      const all = subscriptionsOf([...(this.#eventsOf.get(market) ?? []), ...events]);
      this.#eventsOf.set(market, new Set(withOneBook(all).map(subscriptionName)));
    }
  }

  remove(markets: readonly string[], events: readonly string[]): void {
    for (const market of markets) {
      const known = this.#eventsOf.get(market);
      for (const event of subscriptionsOf(events)) known?.delete(subscriptionName(event));
      if (known?.size === 0) this.#eventsOf.delete(market);
    }
  }

  /** The event of a market's book, if one is subscribed. */
  bookOf(market: string): string | undefined {
    const events = subscriptionsOf([...(this.#eventsOf.get(market) ?? [])]);
    const book = events.find(({ kind }) => kind === 'book');
    return book && subscriptionName(book);
  }

  /** As few requests as cover everything: markets with the same events together. */
  groups(): { markets: string[]; events: string[] }[] {
    const groups = new Map<string, { markets: string[]; events: string[] }>();
    for (const [market, known] of this.#eventsOf) {
      const events = [...known].sort();
      const key = events.join();
      const group = groups.get(key) ?? { markets: [], events };
      group.markets.push(market);
      groups.set(key, group);
    }
    return [...groups.values()];
  }
}

/** Names that the exchange has taken, so all of them are known. */
const subscriptionsOf = (events: readonly string[]): EventSubscription[] =>
  events.flatMap((event) => {
    const parsed = parseSubscription(event);
    return parsed.ok ? [parsed.value] : [];
  });

/** Pairs of market and event in one command: 20 points, which leaves others room in the window. */
const PAIRS_MAX = 100;
/** For what stands around the names in a frame. */
const FRAME_SPARE = 200;

/**
 * The markets of a subscription in pieces, for commands that add up (docs/interface, subscriptions): a window of points
 * and a frame have room for each. INVALID_FIELD for what are no lists.
 */
export function marketPieces(markets: readonly string[], events: readonly string[]): string[][] {
  if (!Array.isArray(markets) || !Array.isArray(events)) {
    throw new ExchangeError('INVALID_FIELD', 'markets and events are lists of names');
  }
  const most = Math.max(1, Math.floor(PAIRS_MAX / events.length));
  const characters = FRAME_LIMITS.characters - FRAME_SPARE - JSON.stringify(events).length;
  let last: string[] = [];
  const pieces = [last];
  for (const market of markets) {
    const isFull = last.length >= most || JSON.stringify([...last, market]).length > characters;
    if (isFull && last.length > 0) pieces.push((last = []));
    last.push(market);
  }
  return pieces;
}
