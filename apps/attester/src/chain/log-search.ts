import type { BlockRange } from '@exchange/contract/chain';

/** Nodes limit how many blocks one question about logs may span. */
const BLOCKS_AT_ONCE = 1_000;
/** Of each look: what is missing is nearly always new, and the node may have lost what is old for good. */
const NEWEST_RANGES = 4;
const OLDER_RANGES = 4;

/**
 * Which blocks are searched for logs that must be somewhere: at each look the newest ones and a few of those before them, from
 * where the last look ended, so that a log that the node has lost never costs a walk through the whole chain.
 */
export class LogSearch {
  /** The newest block that is still to be searched; undefined: all before the newest ranges. */
  #older: number | undefined;
  #isOver = false;

  /** `startBlock`: no log is older. */
  constructor(private readonly startBlock: number) {}

  /** The ranges of this look, newest first, until {@link end} says that nothing is missing any more. */
  *ranges(block: number): Iterable<BlockRange> {
    this.#isOver = false;
    const to = yield* this.#upTo(block, NEWEST_RANGES);
    const older = yield* this.#upTo(Math.min(this.#older ?? to, to), OLDER_RANGES);
    // At the end it begins anew: the chain may have been searched before the node had the log.
    this.#older = this.#isOver || older < this.startBlock ? undefined : older;
  }

  /** All was found: the next search begins with the newest blocks. */
  end(): void {
    this.#isOver = true;
  }

  /** So many ranges, newest first; the block before them. */
  *#upTo(block: number, most: number): Generator<BlockRange, number> {
    let last = block;
    for (let count = 0; count < most && last >= this.startBlock && !this.#isOver; count++) {
      const first = Math.max(this.startBlock, last - BLOCKS_AT_ONCE + 1);
      yield { first, last };
      last = first - 1;
    }
    return last;
  }
}
