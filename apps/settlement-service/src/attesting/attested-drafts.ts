/** A batch that is to be attested. */
export interface BatchDraft {
  /** Of the batch; `TRIAL_BATCH` when the contract is only asked what it would say. */
  readonly batchId: number;
  /** Unix seconds of block time. */
  readonly validUntil: number;
  readonly tradeIds: readonly number[];
}

/** One for which an attestation was asked: whoever has it and a settler's key may have it mined. `id`: a running number. */
export interface AttestedDraft extends BatchDraft {
  readonly id: number;
}

/** Every batch that may have an attestation, from before it is asked for until no block can take it any more. */
export class AttestedDrafts {
  readonly #live = new Map<number, AttestedDraft>();
  readonly #touched = new Map<number, AttestedDraft | undefined>();
  #lastId = 0;

  restore(live: readonly AttestedDraft[]): void {
    this.#live.clear();
    for (const draft of live) this.#live.set(draft.id, draft);
    this.#lastId = Math.max(0, ...live.map(({ id }) => id));
  }

  /** Whether one of them may still settle the trade. */
  carries(tradeId: number): boolean {
    return [...this.#live.values()].some(({ tradeIds }) => tradeIds.includes(tradeId));
  }

  add(draft: BatchDraft): void {
    const id = ++this.#lastId;
    this.#live.set(id, { id, ...draft });
    this.#touched.set(id, { id, ...draft });
  }

  /** Forgets those that no block after a final one of this time (Unix seconds) can take: it has a later time. */
  expire(time: number): void {
    for (const { id, validUntil } of this.#live.values()) {
      if (validUntil > time) continue;
      this.#live.delete(id);
      this.#touched.set(id, undefined);
    }
  }

  /** Those that changed since the last call; undefined: over. */
  takeTouched(): readonly (readonly [id: number, draft: AttestedDraft | undefined])[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }
}
