import type { Address } from '@exchange/core/kernel';
import type { ChainSight } from './attester-chain';

/** What the attester saw of the chain: its newest and its last final block, and the tokens in the order of their ids. */
export class SightedChain {
  #view: ChainSight | undefined;
  #tokens: Address[] = [];
  #moved = false;
  #newTokens: { id: number; token: Address }[] = [];

  restore(view: ChainSight | undefined, tokens: readonly Address[]): void {
    this.#view = view;
    this.#tokens = [...tokens];
  }

  get view(): ChainSight | undefined {
    return this.#view;
  }

  get tokens(): readonly Address[] {
    return this.#tokens;
  }

  tokenOf(id: number): Address | undefined {
    return this.#tokens[id];
  }

  saw(view: ChainSight): void {
    this.#view = view;
    this.#moved = true;
  }

  /** Tokens that a final block has besides those known: their ids follow. */
  learn(tokens: readonly Address[]): void {
    for (const token of tokens) {
      this.#newTokens.push({ id: this.#tokens.length, token });
      this.#tokens.push(token);
    }
  }

  /** What changed since the last call. */
  takeChanges(): {
    readonly view: ChainSight | undefined;
    readonly tokens: readonly { id: number; token: Address }[];
  } {
    const changes = { view: this.#moved ? this.#view : undefined, tokens: this.#newTokens };
    this.#moved = false;
    this.#newTokens = [];
    return changes;
  }
}
