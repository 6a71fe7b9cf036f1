import type { Packet } from '@exchange/core/wire';

/** A line as the wire shows it: [1 bids or 0 asks, rate, amount, orders]. */
export type ShownLine = readonly [direction: number, rate: string, amount: string, count: number];

/** The book that a client holds which does what the interface says: a snapshot replaces, an update puts or removes a line. */
export class ClientBook {
  private readonly held = new Map<string, ShownLine>();

  take([, event, message]: Packet): void {
    if (event === 'obs') {
      this.held.clear();
      for (const line of message as ShownLine[]) this.held.set(placeOf(line), line);
    } else if (event === 'ob') {
      const line = message as ShownLine;
      const isGone = line[3] === 0;
      if (isGone && !this.held.delete(placeOf(line)))
        throw new Error(`no line at ${placeOf(line)} to remove`);
      if (!isGone) this.held.set(placeOf(line), line);
    }
  }

  /** Bids from the best on, then asks from the best on. */
  lines(): ShownLine[] {
    const side = (direction: number) => [...this.held.values()].filter((line) => line[0] === direction);
    const bids = side(1).sort((a, b) => Number(b[1]) - Number(a[1]));
    return [...bids, ...side(0).sort((a, b) => Number(a[1]) - Number(b[1]))];
  }
}

const placeOf = ([direction, rate]: ShownLine): string => `${direction} ${rate}`;
