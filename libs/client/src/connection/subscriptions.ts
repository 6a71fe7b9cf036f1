/** What a client is subscribed to, to ask for it again on a new connection. */
export class Subscriptions {
  private readonly eventsOf = new Map<string, Set<string>>();

  add(markets: readonly string[], events: readonly string[]): void {
    for (const market of markets) {
      this.eventsOf.set(market, new Set([...(this.eventsOf.get(market) ?? []), ...events]));
    }
  }

  remove(markets: readonly string[], events: readonly string[]): void {
    for (const market of markets) {
      const known = this.eventsOf.get(market);
      for (const event of events) known?.delete(event);
      if (known?.size === 0) this.eventsOf.delete(market);
    }
  }

  /** As few requests as cover everything: markets with the same events together. */
  groups(): { markets: string[]; events: string[] }[] {
    const groups = new Map<string, { markets: string[]; events: string[] }>();
    for (const [market, known] of this.eventsOf) {
      const events = [...known].sort();
      const key = events.join();
      const group = groups.get(key) ?? { markets: [], events };
      group.markets.push(market);
      groups.set(key, group);
    }
    return [...groups.values()];
  }
}
