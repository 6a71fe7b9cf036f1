import { LRUCache } from 'lru-cache';
import type { TracePoint } from '../ports';

const KEPT_MAX = 10_000;

/**
 * The spans to which later work belongs, by what the work will know: of a trade, a batch, a transaction. Not stored, and
 * bounded; while nothing is traced it is empty.
 */
export class TracesBy<K extends number | string> {
  readonly #points = new LRUCache<K, TracePoint>({ max: KEPT_MAX });

  get isEmpty(): boolean {
    return this.#points.size === 0;
  }

  note(key: K, point: TracePoint | undefined): void {
    if (point !== undefined) this.#points.set(key, point);
  }

  /** Those that are known, in the order of the keys. */
  of(keys: Iterable<K>): readonly TracePoint[] {
    if (this.isEmpty) return [];
    return [...keys].flatMap((key) => this.#points.get(key) ?? []);
  }
}
