import { assert, present } from '@exchange/core/kernel';
import { isLive, type SettlingBatch, type SignedTransaction } from './batch';

/** The batches that are not closed, and the settler's one sequence of nonces. */
export class Batches {
  readonly #byId = new Map<number, SettlingBatch>();
  readonly #touched = new Set<SettlingBatch>();
  /** Of batches that gave their nonce to a later one: nodes may still have them. */
  readonly #earlier = new Map<number, readonly SignedTransaction[]>();
  #lastId = 0;
  #nextNonce: number | undefined;

  /**
   * Takes up what the database holds. `last`: the newest batch, closed or not. `earlier`: by nonce, the transactions
   * of closed batches whose nonce an open one has now.
   */
  restore(
    open: readonly SettlingBatch[],
    last: { id: number; nextNonce: number } | undefined,
    earlier: ReadonlyMap<number, readonly SignedTransaction[]>,
  ): void {
    this.#byId.clear();
    this.#earlier.clear();
    for (const [nonce, transactions] of earlier) this.#earlier.set(nonce, transactions);
    this.#lastId = last?.id ?? 0;
    this.#nextNonce = last?.nextNonce;
    for (const batch of open) this.#byId.set(batch.id, batch);
  }

  get(id: number): SettlingBatch | undefined {
    return this.#byId.get(id);
  }

  /** Oldest first. */
  open(): readonly SettlingBatch[] {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  /** In the order in which the chain can mine them. */
  inOrder(): readonly SettlingBatch[] {
    return this.open().toSorted((a, b) => a.nonce - b.nonce);
  }

  /** Every transaction signed for a nonce that an open batch has. */
  signedFor(nonce: number): readonly SignedTransaction[] {
    const own = this.open().filter((batch) => batch.nonce === nonce);
    return [...(this.#earlier.get(nonce) ?? []), ...own.flatMap(({ transactions }) => transactions)];
  }

  get inFlight(): number {
    return this.open().filter(isLive).length;
  }

  /** Calls on their way that carry withdrawals. */
  get withdrawalsInFlight(): number {
    return this.open().filter((batch) => isLive(batch) && batch.withdrawals.length > 0).length;
  }

  get nextId(): number {
    return this.#lastId + 1;
  }

  /** An attestation of this id may be out: no other batch has it. Trials have none. */
  reserve(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
  }

  /** The next unused nonce of the settler; undefined before its first batch, when only the chain knows. */
  get nextNonce(): number | undefined {
    return this.#nextNonce;
  }

  /**
   * The oldest expired batch, whose nonce the next batch must take: later nonces can't be mined before it, and the
   * expired transaction can at most be mined as a refusal.
   */
  get expired(): SettlingBatch | undefined {
    return this.inOrder().find(({ stage }) => stage === 'expired');
  }

  prepared(batch: SettlingBatch): void {
    assert(batch.id >= this.#lastId && !this.#byId.has(batch.id), `batch ${batch.id} is not the next one`);
    const replaced = this.expired;
    assert(
      replaced ? batch.nonce === replaced.nonce : batch.nonce >= (this.#nextNonce ?? 0),
      `nonce ${batch.nonce} is used`,
    );
    if (replaced) {
      const signed = this.signedFor(batch.nonce);
      this.close(replaced.id);
      this.#earlier.set(batch.nonce, signed);
    }
    this.#lastId = batch.id;
    this.#nextNonce = Math.max(this.#nextNonce ?? 0, batch.nonce + 1);
    this.#byId.set(batch.id, batch);
    this.#touched.add(batch);
  }

  replaced(id: number, transaction: SignedTransaction): void {
    const batch = this.#change(id);
    batch.transactions = [...batch.transactions, transaction];
    batch.stage = 'prepared';
    batch.sentAt = 0;
  }

  /** `taken`: a node has its newest transaction; else its nonce is used up, and the chain will tell by what. */
  sent(id: number, at: number, taken: boolean): void {
    const batch = this.#change(id);
    if (batch.stage === 'prepared') batch.stage = 'sent';
    batch.sentAt = at;
    if (!taken) return;
    const last = present(batch.transactions.at(-1), `transaction of batch ${id}`);
    batch.transactions = [...batch.transactions.slice(0, -1), { ...last, takenAt: last.takenAt ?? at }];
  }

  mined(id: number): void {
    this.#change(id).stage = 'mined';
  }

  /** Its block was undone: it must be given to the node again. */
  unmined(id: number): void {
    const batch = this.#change(id);
    batch.stage = 'prepared';
    batch.sentAt = 0;
  }

  expire(id: number): void {
    this.#change(id).stage = 'expired';
  }

  close(id: number): void {
    const batch = this.#change(id);
    batch.stage = 'closed';
    this.#earlier.delete(batch.nonce);
    this.#byId.delete(id);
  }

  /** The batches that changed since the last call, closed ones included. */
  takeTouched(): readonly SettlingBatch[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  #change(id: number): SettlingBatch {
    const batch = present(this.#byId.get(id), `open batch ${id}`);
    this.#touched.add(batch);
    return batch;
  }
}
