/** A queue as far as the budget of all is concerned. */
interface CountedQueue {
  /** Ends its connection: too much waits. */
  drop(): void;
}

/** Less than this is what every client may have on its way. */
const COUNTED_FROM = 8 * 1024;

/**
 * What waits for all clients of a gateway together: each keeps to its own limit, and many at their limits would still fill
 * the memory. When there is more than `bytesMax`, the one for which most waits is dropped, then the next.
 */
export class QueueBudget {
  private readonly counted = new Map<CountedQueue, number>();
  private total = 0;

  constructor(private readonly bytesMax: number) {}

  /** Bytes that wait for clients that have not just a little on its way. */
  get bytes(): number {
    return this.total;
  }

  /** So much waits in a queue now; nothing when it is closed. */
  note(queue: CountedQueue, bytes: number): void {
    const before = this.counted.get(queue) ?? 0;
    const after = bytes < COUNTED_FROM ? 0 : bytes;
    if (before === 0 && after === 0) return;
    this.total += after - before;
    if (after === 0) this.counted.delete(queue);
    else this.counted.set(queue, after);
    if (after > before && this.total > this.bytesMax) this.dropGreediest();
  }

  private dropGreediest(): void {
    while (this.total > this.bytesMax) {
      let [greediest, most]: [CountedQueue | undefined, number] = [undefined, 0];
      for (const [queue, bytes] of this.counted) if (bytes > most) [greediest, most] = [queue, bytes];
      if (greediest === undefined) return;
      this.note(greediest, 0);
      greediest.drop();
    }
  }
}
