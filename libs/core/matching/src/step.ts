import type { RateKey, Side } from '@exchange/core/kernel';
import type { Book, LevelTotal } from './book';
import type { DoneReason, LevelEvent, MarketEvent } from './market-event';
import type { OpenOrder, OrderProgress } from './open-order';

interface TouchedLevel {
  readonly side: Side;
  readonly rateKey: RateKey;
  readonly before: LevelTotal;
}

/**
 * One step of a market: collects its events, counts its work, and makes every change to the book, so that each
 * touched level is told once, at the end.
 */
export class Step {
  private readonly told: MarketEvent[] = [];
  private readonly touched = new Map<string, TouchedLevel>();

  constructor(
    private readonly book: Book,
    private workLeft: number,
  ) {}

  /** Takes one unit of work; false when the step has none left. */
  takeWork(): boolean {
    if (this.workLeft === 0) return false;
    this.workLeft -= 1;
    return true;
  }

  get work(): number {
    return this.workLeft;
  }

  tell(event: MarketEvent): void {
    this.told.push(event);
  }

  tellDone(order: Pick<OpenOrder, 'orderId' | 'account'>, reason: DoneReason): void {
    this.tell({ kind: 'done', orderId: order.orderId, account: order.account, reason });
  }

  /** Enters an order into the book. */
  insert(order: OpenOrder): void {
    this.touch(order);
    this.book.insert(order);
  }

  /** Records a fill of a resting order. */
  progress(order: OpenOrder, progress: OrderProgress): OpenOrder {
    this.touch(order);
    return this.book.progress(order.orderId, progress);
  }

  /** Takes a resting order out of the book and says why. */
  close(order: OpenOrder, reason: DoneReason): void {
    this.touch(order);
    this.book.remove(order.orderId);
    this.tellDone(order, reason);
  }

  /** All events, with one for each level whose visible total changed. */
  finish(): readonly MarketEvent[] {
    return [...this.told, ...this.levelChanges()];
  }

  private touch({ side, rateKey }: OpenOrder): void {
    const key = `${side}${rateKey}`;
    if (!this.touched.has(key)) {
      this.touched.set(key, { side, rateKey, before: this.book.level(side, rateKey) });
    }
  }

  private *levelChanges(): Iterable<LevelEvent> {
    for (const { side, rateKey, before } of this.touched.values()) {
      const now = this.book.level(side, rateKey);
      if (now.amount !== before.amount || now.count !== before.count) {
        yield { kind: 'level', side, rateKey, amount: now.amount, count: now.count };
      }
    }
  }
}
