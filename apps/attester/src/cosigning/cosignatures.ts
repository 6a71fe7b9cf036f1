import { assert, present } from '@exchange/core/kernel';
import type { CosignRequest, Signature } from '@exchange/core/message';
import { type Cosignature, cosignatureKey, nonceOf } from './cosignature';

/** The co-signatures that are still to be given or may still be used, and what this turn needs of the earlier ones. */
export class Cosignatures {
  readonly #asked = new Map<string, Cosignature>();
  readonly #signed = new Map<string, Cosignature>();
  #earlier = new Map<string, Cosignature>();
  #byNonce = new Map<string, string>();
  readonly #touched = new Map<string, Cosignature>();

  /** Takes up what the database holds of those that are asked for, and of those that may be used. */
  restore(open: readonly Cosignature[]): void {
    this.#asked.clear();
    this.#signed.clear();
    for (const item of open) this.#place(cosignatureKey(item.request), item);
  }

  /** What the database knows about the requests and nonces that the next turn's requests name. */
  recall(earlier: readonly Cosignature[]): void {
    this.#earlier = new Map(earlier.map((item) => [cosignatureKey(item.request), item]));
    this.#byNonce = new Map();
    for (const { request } of earlier) this.#noteNonce(request);
  }

  find(key: string): Cosignature | undefined {
    const open = this.#asked.get(key) ?? this.#signed.get(key);
    return this.#touched.get(key) ?? open ?? this.#earlier.get(key);
  }

  /** The request for which this account's nonce was asked before. */
  requestOfNonce(request: CosignRequest): string | undefined {
    return this.#byNonce.get(nonceKey(request));
  }

  asked(): readonly CosignRequest[] {
    return [...this.#asked.values()].map(({ request }) => request);
  }

  /** Those whose signature may still be used. */
  signed(): readonly CosignRequest[] {
    return [...this.#signed.values()].map(({ request }) => request);
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

  /** It was used, or can't be used any more, finally. */
  end(request: CosignRequest): void {
    const item = this.#signed.get(cosignatureKey(request));
    if (item) this.#set({ ...item, stage: 'over' });
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
    this.#place(key, item);
  }

  #place(key: string, item: Cosignature): void {
    this.#asked.delete(key);
    this.#signed.delete(key);
    if (item.stage === 'asked') this.#asked.set(key, item);
    if (item.stage === 'signed') this.#signed.set(key, item);
  }

  #noteNonce(request: CosignRequest): void {
    if (nonceOf(request) !== null) this.#byNonce.set(nonceKey(request), cosignatureKey(request));
  }
}

const nonceKey = (request: CosignRequest): string => `${request.account}:${nonceOf(request) ?? 'none'}`;
