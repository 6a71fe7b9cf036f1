import {
  parseSubscription,
  type EventSubscription,
  subscriptionName,
  withOneBook,
} from '@exchange/core/wire';

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
