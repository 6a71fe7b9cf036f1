import { TRIAL_BATCH } from '@exchange/core/settlement';
import type { LiveAttestation } from './attestation';

/** The attestations that may still be mined, by digest. */
export class Attestations {
  readonly #live = new Map<string, LiveAttestation>();
  readonly #touched = new Map<string, LiveAttestation | undefined>();

  restore(live: readonly LiveAttestation[]): void {
    this.#live.clear();
    for (const item of live) this.#live.set(item.digest, item);
  }

  get(digest: string): LiveAttestation | undefined {
    return this.#live.get(digest);
  }

  all(): IterableIterator<LiveAttestation> {
    return this.#live.values();
  }

  get size(): number {
    return this.#live.size;
  }

  /** Whether another content of this batch id may be mined. Trials have no id of their own. */
  isTaken(batchId: number, digest: string): boolean {
    if (batchId === TRIAL_BATCH) return false;
    return [...this.#live.values()].some((item) => item.batchId === batchId && item.digest !== digest);
  }

  /** Whether a block after one of this time (Unix seconds) could take one that settles the trade, by its id on chain. */
  carries(onChain: number, time: number): boolean {
    return [...this.#live.values()].some(
      ({ tradeIds, validUntil }) => validUntil > time && tradeIds.includes(onChain),
    );
  }

  add(item: LiveAttestation): void {
    this.#live.set(item.digest, item);
    this.#touched.set(item.digest, item);
  }

  /** Forgets those that no block after a final one of this time (Unix seconds) can take: it has a later time. */
  expire(time: number): void {
    for (const { digest, validUntil } of this.#live.values()) {
      if (validUntil > time) continue;
      this.#live.delete(digest);
      this.#touched.set(digest, undefined);
    }
  }

  /** Those that changed since the last call; undefined: over. */
  takeTouched(): readonly (readonly [digest: string, item: LiveAttestation | undefined])[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }
}
