import type { Address } from '@exchange/core/kernel';

export interface ChainMoment {
  readonly number: number;
  /** Unix seconds of block time. */
  readonly time: number;
}

/** What settlement remembers of the chain: its newest and newest final block, and the ids of the tokens. */
export class ChainView {
  #seen: ChainMoment | undefined;
  #final: ChainMoment | undefined;
  #begun: ChainMoment | undefined;
  readonly #tokenIds = new Map<Address, number>();
  #touchedTokens = new Map<Address, number | undefined>();
  #moved = false;

  restore(
    seen: ChainMoment | undefined,
    final: ChainMoment | undefined,
    begun: ChainMoment | undefined,
    tokens: readonly (readonly [Address, number])[],
  ): void {
    this.#seen = seen;
    this.#final = final;
    this.#begun = begun;
    this.#tokenIds.clear();
    for (const [token, id] of tokens) this.#tokenIds.set(token, id);
  }

  get seen(): ChainMoment | undefined {
    return this.#seen;
  }

  get final(): ChainMoment | undefined {
    return this.#final;
  }

  /** The final block of which the first parts came and others are to come. */
  get begun(): ChainMoment | undefined {
    return this.#begun;
  }

  /** Whether some of what the block after `final` did is known, and some is not. */
  get isBetweenBlocks(): boolean {
    return this.#begun !== undefined && this.#begun.number > (this.#final?.number ?? -1);
  }

  /** The contract's ids of the registered tokens. */
  get tokenIds(): ReadonlyMap<Address, number> {
    return this.#tokenIds;
  }

  sawBlock(block: ChainMoment): void {
    this.#seen = { number: block.number, time: block.time };
    this.#moved = true;
  }

  /** Some of what a final block did was told, and more follows. */
  beganFinal(block: ChainMoment): void {
    this.#begun = { number: block.number, time: block.time };
    this.#moved = true;
  }

  madeFinal(block: ChainMoment): void {
    this.#final = { number: block.number, time: block.time };
    this.#moved = true;
  }

  learnToken(token: Address, id: number): void {
    this.#tokenIds.set(token, id);
    this.#touchedTokens.set(token, id);
  }

  forgetToken(token: Address): void {
    this.#tokenIds.delete(token);
    this.#touchedTokens.set(token, undefined);
  }

  /** Tokens that changed since the last call; undefined: no longer registered. */
  takeTouchedTokens(): ReadonlyMap<Address, number | undefined> {
    const touched = this.#touchedTokens;
    this.#touchedTokens = new Map();
    return touched;
  }

  /** Whether a block was seen or became final since the last call. */
  takeMoved(): boolean {
    const moved = this.#moved;
    this.#moved = false;
    return moved;
  }
}
