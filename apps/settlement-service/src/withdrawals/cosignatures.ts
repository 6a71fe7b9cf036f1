import { assert, present } from '@exchange/core/kernel';
import type { CosignRequest, Signature } from '@exchange/contract/bus';
import type { Cosignature } from './cosignature';

/** The co-signatures that are still to be given, and what this turn needs of the earlier ones. */
export class Cosignatures {
  readonly #asked = new Map<number, Cosignature>();
  #earlier = new Map<number, Cosignature>();
  #byNonce = new Map<string, number>();
  readonly #touched = new Map<number, Cosignature>();

  /** Takes up the unanswered requests that the database holds. */
  restore(asked: readonly Cosignature[]): void {
    this.#asked.clear();
    for (const item of asked) this.#asked.set(item.request.entryId, item);
  }

  /** What the database knows about the entries and nonces that the next turn's requests name. */
  recall(earlier: readonly Cosignature[]): void {
    this.#earlier = new Map(earlier.map((item) => [item.request.entryId, item]));
    this.#byNonce = new Map(earlier.map(({ request }) => [nonceKey(request), request.entryId]));
  }

  find(entryId: number): Cosignature | undefined {
    return this.#touched.get(entryId) ?? this.#asked.get(entryId) ?? this.#earlier.get(entryId);
  }

  /** The entry for which this account's nonce was asked before. */
  entryOfNonce(request: CosignRequest): number | undefined {
    return this.#byNonce.get(nonceKey(request));
  }

  asked(): readonly CosignRequest[] {
    return [...this.#asked.values()].map(({ request }) => request);
  }

  ask(request: CosignRequest): void {
    this.#set({ request, stage: 'asked', signature: undefined });
  }

  refuse(request: CosignRequest): void {
    this.#set({ request, stage: 'refused', signature: undefined });
  }

  sign(entryId: number, signature: Signature): Cosignature {
    const { request, stage } = present(this.find(entryId), `co-signature of entry ${entryId}`);
    assert(stage === 'asked', `entry ${entryId} is ${stage}`);
    const signed = { request, stage: 'signed', signature } as const;
    this.#set(signed);
    return signed;
  }

  /** The co-signatures that changed since the last call. */
  takeTouched(): readonly Cosignature[] {
    const touched = [...this.#touched.values()];
    this.#touched.clear();
    return touched;
  }

  #set(item: Cosignature): void {
    const { entryId } = item.request;
    this.#touched.set(entryId, item);
    this.#byNonce.set(nonceKey(item.request), entryId);
    if (item.stage === 'asked') this.#asked.set(entryId, item);
    else this.#asked.delete(entryId);
  }
}

const nonceKey = ({ account, nonce }: CosignRequest): string => `${account}:${nonce}`;
