import type { TracePoint } from '@exchange/platform';
import { LRUCache } from 'lru-cache';

const KEPT_MAX = 10_000;

/** The traces in which legs of trades came, for the span of the batch that carries them. Not stored, and bounded. */
export class TradeTraces {
  readonly #points = new LRUCache<number, TracePoint>({ max: KEPT_MAX });

  note(tradeId: number, point: TracePoint | undefined): void {
    if (point !== undefined) this.#points.set(tradeId, point);
  }

  of(tradeIds: readonly number[]): readonly TracePoint[] {
    return tradeIds.flatMap((id) => this.#points.get(id) ?? []);
  }
}
