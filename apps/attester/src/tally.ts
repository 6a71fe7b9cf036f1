import type { AttestationRefusal, CosignRequest } from '@exchange/core/message';

/** What became of a batch. */
export type BatchOutcome = 'attested' | AttestationRefusal;

/** How often what was decided since the last look: for metrics, and stored nowhere. */
export class AttesterTally {
  #batches = new Map<BatchOutcome, number>();
  #cosignatures = new Map<CosignRequest['kind'], number>();

  judged(outcome: BatchOutcome): void {
    this.#batches.set(outcome, (this.#batches.get(outcome) ?? 0) + 1);
  }

  cosigned(kind: CosignRequest['kind']): void {
    this.#cosignatures.set(kind, (this.#cosignatures.get(kind) ?? 0) + 1);
  }

  take(): {
    readonly batches: ReadonlyMap<BatchOutcome, number>;
    readonly cosignatures: ReadonlyMap<CosignRequest['kind'], number>;
  } {
    const taken = { batches: this.#batches, cosignatures: this.#cosignatures };
    this.#batches = new Map();
    this.#cosignatures = new Map();
    return taken;
  }
}
