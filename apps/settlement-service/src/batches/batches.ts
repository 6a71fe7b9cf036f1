import { type Address, assert, present } from '@exchange/core/kernel';
import { isLive, type SettlingBatch, type SignedTransaction } from './batch';

/** A batch's place in its settler's sequence of nonces. */
export type NoncePlace = Pick<SettlingBatch, 'settler' | 'nonce'>;

/** The batches that are not closed, and each settler's sequence of nonces. */
export class Batches {
  readonly #byId = new Map<number, SettlingBatch>();
  readonly #touched = new Set<SettlingBatch>();
  /** Of batches that gave their nonce to a later one: nodes may still have them. */
  readonly #earlier = new Map<string, readonly SignedTransaction[]>();
  readonly #nextNonces = new Map<Address, number>();
  #lastId = 0;
  /** What became of batches since this process began; for metrics, and stored nowhere. */
  readonly ended = { settled: 0, expired: 0, lost: 0 };

  /**
   * Takes up what the database holds. `lastId`: of the newest batch, closed or not. `places`: of closed batches, at least the
   * last one of each settler. `earlier`: closed batches whose nonce an open one has now.
   */
  restore(
    open: readonly SettlingBatch[],
    lastId: number,
    places: readonly NoncePlace[],
    earlier: readonly (NoncePlace & Pick<SettlingBatch, 'transactions'>)[],
  ): void {
    this.#byId.clear();
    this.#earlier.clear();
    this.#nextNonces.clear();
    for (const batch of earlier) this.#addEarlier(batch, batch.transactions);
    this.#lastId = lastId;
    for (const place of [...places, ...open]) this.#useNonce(place);
    for (const batch of open) this.#byId.set(batch.id, batch);
  }

  get(id: number): SettlingBatch | undefined {
    return this.#byId.get(id);
  }

  /** Oldest first. */
  open(): readonly SettlingBatch[] {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  /** In the order in which the chain can mine those of each settler. */
  inOrder(): readonly SettlingBatch[] {
    return this.open().toSorted((a, b) => a.nonce - b.nonce);
  }

  /** Every transaction signed for a nonce that an open batch has. */
  signedFor(place: NoncePlace): readonly SignedTransaction[] {
    const own = this.open().filter((batch) => keyOf(batch) === keyOf(place));
    return [...(this.#earlier.get(keyOf(place)) ?? []), ...own.flatMap(({ transactions }) => transactions)];
  }

  /** Those whose batches are on their way. */
  senders(): ReadonlySet<Address> {
    return new Set(this.open().flatMap((batch) => (isLive(batch) ? [batch.settler] : [])));
  }

  /** The settler's batches on their way. */
  inFlight(settler: Address): readonly SettlingBatch[] {
    return this.open().filter((batch) => batch.settler === settler && isLive(batch));
  }

  get nextId(): number {
    return this.#lastId + 1;
  }

  /** An attestation of this id may be out: no other batch has it. Trials have none. */
  reserve(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
  }

  /** The next unused nonce of the settler; undefined before its first batch, when only the chain knows. */
  nextNonce(settler: Address): number | undefined {
    return this.#nextNonces.get(settler);
  }

  /**
   * The settler's oldest expired batch, whose nonce its next batch must take: later nonces can't be mined before it, and the
   * expired transaction can at most be mined as a refusal.
   */
  expired(settler: Address): SettlingBatch | undefined {
    return this.inOrder().find((batch) => batch.settler === settler && batch.stage === 'expired');
  }

  prepared(batch: SettlingBatch): void {
    assert(batch.id >= this.#lastId && !this.#byId.has(batch.id), `batch ${batch.id} is not the next one`);
    const replaced = this.expired(batch.settler);
    assert(
      replaced ? batch.nonce === replaced.nonce : batch.nonce >= (this.nextNonce(batch.settler) ?? 0),
      `nonce ${batch.nonce} is used`,
    );
    if (replaced) {
      const signed = this.signedFor(batch);
      this.close(replaced.id);
      this.#addEarlier(batch, signed);
    }
    this.#lastId = batch.id;
    this.#useNonce(batch);
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
    this.ended.expired += 1;
    this.#change(id).stage = 'expired';
  }

  /** Its calls are final, or refused as a whole. */
  end(id: number, outcome: 'settled' | 'lost'): void {
    this.ended[outcome] += 1;
    this.close(id);
  }

  /** Another batch has its nonce, or it ended. */
  close(id: number): void {
    const batch = this.#change(id);
    batch.stage = 'closed';
    this.#earlier.delete(keyOf(batch));
    this.#byId.delete(id);
  }

  /** The batches that changed since the last call, closed ones included. */
  takeTouched(): readonly SettlingBatch[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  #useNonce({ settler, nonce }: NoncePlace): void {
    this.#nextNonces.set(settler, Math.max(this.nextNonce(settler) ?? 0, nonce + 1));
  }

  #addEarlier(place: NoncePlace, transactions: readonly SignedTransaction[]): void {
    this.#earlier.set(keyOf(place), [...(this.#earlier.get(keyOf(place)) ?? []), ...transactions]);
  }

  #change(id: number): SettlingBatch {
    const batch = present(this.#byId.get(id), `open batch ${id}`);
    this.#touched.add(batch);
    return batch;
  }
}

const keyOf = ({ settler, nonce }: NoncePlace): string => `${settler} ${nonce}`;
