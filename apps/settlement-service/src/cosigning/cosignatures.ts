import { assert, present } from '@exchange/core/kernel';
import type { CosignRequest, Signature } from '@exchange/core/message';
import { type Cosignature, cosignatureKey, nonceOf } from './cosignature';

/** The co-signatures that are still to be given, and what this turn needs of the earlier ones. */
export class Cosignatures {
  readonly #asked = new Map<string, Cosignature>();
  #earlier = new Map<string, Cosignature>();
  #byNonce = new Map<string, string>();
  readonly #touched = new Map<string, Cosignature>();

  /** Takes up the unanswered requests that the database holds. */
  restore(asked: readonly Cosignature[]): void {
    this.#asked.clear();
    for (const item of asked) this.#asked.set(cosignatureKey(item.request), item);
  }

  /** What the database knows about the requests and nonces that the next turn's requests name. */
  recall(earlier: readonly Cosignature[]): void {
    this.#earlier = new Map(earlier.map((item) => [cosignatureKey(item.request), item]));
    this.#byNonce = new Map();
    for (const { request } of earlier) this.#noteNonce(request);
  }

  find(key: string): Cosignature | undefined {
    return this.#touched.get(key) ?? this.#asked.get(key) ?? this.#earlier.get(key);
  }

  /** The request for which this account's nonce was asked before. */
  requestOfNonce(request: CosignRequest): string | undefined {
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

  sign(key: string, signature: Signature): Cosignature {
    const { request, stage } = present(this.find(key), `co-signature of ${key}`);
    assert(stage === 'asked', `${key} is ${stage}`);
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
    const key = cosignatureKey(item.request);
    this.#touched.set(key, item);
    this.#noteNonce(item.request);
    if (item.stage === 'asked') this.#asked.set(key, item);
    else this.#asked.delete(key);
  }

  #noteNonce(request: CosignRequest): void {
    if (nonceOf(request) !== null) this.#byNonce.set(nonceKey(request), cosignatureKey(request));
  }
}

const nonceKey = (request: CosignRequest): string => `${request.account}:${nonceOf(request) ?? 'none'}`;
