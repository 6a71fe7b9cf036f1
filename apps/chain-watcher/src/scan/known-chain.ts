import { type Address, assert } from '@exchange/core/kernel';
import type { ChainFact } from '@exchange/core/message';
import type { BlockHeader } from './chain-reader';

/** A block that was told, with what the contract said in it. */
export interface KnownBlock extends BlockHeader {
  readonly facts: readonly ChainFact[];
}

/**
 * The part of the chain that the watcher has told its readers: the newest final block and the blocks on top of it,
 * without a gap, each the parent of the next.
 */
export class KnownChain {
  #final: KnownBlock | undefined;
  #unfinal: KnownBlock[] = [];
  readonly #tokens = new Map<number, Address>();

  /** The contract's admin whose announcements are told; undefined while none announces anything. */
  admin: Address | undefined;
  /** Looks that found known blocks gone, and the blocks, since this process began; for metrics. */
  readonly undone = { looks: 0, blocks: 0 };
  /** With this block, or one before it, was told what the admin announced before it was watched. */
  #announcedBy = -1;

  constructor(
    readonly startBlock: number,
    /** The exchange. */
    readonly contract: Address,
  ) {}

  /** Takes up what the database holds; blocks in ascending order. */
  restore(
    final: KnownBlock | undefined,
    unfinal: readonly KnownBlock[],
    tokens: readonly (readonly [number, Address])[],
  ): void {
    this.#final = final;
    this.#unfinal = [];
    this.#tokens.clear();
    for (const [id, token] of tokens) this.#tokens.set(id, token);
    for (const block of unfinal) this.#push(block);
    this.#announcedBy = unfinal.at(-1)?.number ?? -1;
  }

  get final(): KnownBlock | undefined {
    return this.#final;
  }

  /** The newest known block, or undefined before the first one. */
  get tip(): KnownBlock | undefined {
    return this.#unfinal.at(-1) ?? this.#final;
  }

  /** The block to read next. */
  get next(): number {
    const tip = this.tip;
    return tip ? tip.number + 1 : this.startBlock;
  }

  /** The contract's tokens by id. */
  get tokens(): ReadonlyMap<number, Address> {
    return this.#tokens;
  }

  /** A block that could still be undone, or the newest final one. */
  block(number: number): KnownBlock | undefined {
    if (number === this.#final?.number) return this.#final;
    return this.#unfinal[number - (this.#unfinal[0]?.number ?? 0)];
  }

  /** Takes a block on top of the tip; its facts may register tokens. */
  append(block: KnownBlock): void {
    this.#push(block);
    for (const fact of block.facts)
      if (fact.kind === 'token_registered') this.learnToken(fact.id, fact.token);
  }

  /** What the admin announced before it was watched is told with this block. */
  announcedWith(number: number): void {
    this.#announcedBy = number;
  }

  /** A token registered in the block that is being read. */
  learnToken(id: number, token: string): void {
    this.#tokens.set(id, token as Address);
  }

  /**
   * Takes the tip away and returns it; undefined when only final blocks are left. The admin is unknown again if what it
   * announced before goes away with the block: so it is asked for once more.
   */
  undoTip(): KnownBlock | undefined {
    const block = this.#unfinal.pop();
    if (block !== undefined) this.undone.blocks += 1;
    if (block !== undefined && block.number <= this.#announcedBy) {
      this.admin = undefined;
      this.#announcedBy = -1;
    }
    for (const fact of block?.facts ?? []) if (fact.kind === 'token_registered') this.#tokens.delete(fact.id);
    return block;
  }

  /** Those that can still be undone, up to this number; oldest first. */
  unfinalUpTo(number: number): readonly KnownBlock[] {
    return this.#unfinal.filter((block) => block.number <= number);
  }

  /** Makes the oldest block up to this number final and returns it. */
  finalizeOldest(upTo: number): KnownBlock | undefined {
    const oldest = this.#unfinal[0];
    if (!oldest || oldest.number > upTo) return undefined;
    this.#unfinal.shift();
    this.#final = oldest;
    return oldest;
  }

  #push(block: KnownBlock): void {
    const tip = this.tip;
    assert(block.number === this.next, `block ${block.number} after ${tip?.number ?? 'none'}`);
    assert(!tip || block.parent === tip.hash, `block ${block.number} is not a child of the known tip`);
    this.#unfinal.push(block);
  }
}
