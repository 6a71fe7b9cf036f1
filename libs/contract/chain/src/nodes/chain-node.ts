import { isChainsAnswer, wordsOf } from './node-errors';
import { NodeProvider } from './node-provider';

/**
 * `well`: it is asked; `failing`: it doesn't answer, or lacks what it must have; `behind`: its newest block is far below
 * that of the others; `lying`: what it said can't be true, or the others say otherwise.
 */
export type NodeState = 'well' | 'failing' | 'behind' | 'lying';

/** Is told of each change of a node's state: who operates the exchange must hear of it. */
export interface NodesWatch {
  changed(node: string, state: NodeState, detail: string): void;
  /** A question to a node came to its end; what the chain refuses is answered. */
  asked?(node: string, hasAnswered: boolean, ms: number): void;
}

/** What a node said can't be true of any chain. */
export class LyingNodeError extends Error {
  override readonly name = 'LyingNodeError';
}

/** Nodes of one chain are apart by a few blocks at any time. */
const BEHIND_BLOCKS = 10;
const FAILING_REST_MS = 1_000;
const FAILING_REST_MS_MAX = 30_000;
const LYING_REST_MS = 600_000;
/** During a reorganisation some nodes are ahead of others for a moment. */
const DISAGREEMENTS_MAX = 5;

/** One of the nodes that are asked, and what is thought of it. */
export class ChainNode {
  readonly provider: NodeProvider;
  /** Host and place in the list: an address may hold a secret. */
  readonly name: string;
  /** The newest block that it said it has. */
  head: number | undefined;
  #state: NodeState = 'well';
  #restsUntil = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #disagreements = 0;

  constructor(
    url: string,
    place: number,
    private readonly watch: NodesWatch,
    private readonly now: () => number,
  ) {
    this.provider = new NodeProvider(url);
    this.name = `${place + 1}:${new URL(url).host}`;
  }

  get state(): NodeState {
    return this.#state;
  }

  /** Left out for now, if the others are enough. */
  get rests(): boolean {
    return this.now() < this.#restsUntil;
  }

  has(block: number | undefined): boolean {
    return block === undefined || this.head === undefined || this.head >= block;
  }

  async ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const began = this.now();
    let hasAnswered = true;
    try {
      return (await this.provider.send(method, [...params])) as unknown;
    } catch (error) {
      hasAnswered = isChainsAnswer(error);
      throw error;
    } finally {
      this.watch.asked?.(this.name, hasAnswered, this.now() - began);
    }
  }

  answered(): void {
    this.#failures = 0;
    if (this.#state === 'failing') this.#become('well', 'answers again');
  }

  failed(error: unknown): void {
    const rest = Math.min(FAILING_REST_MS * 2 ** this.#failures, FAILING_REST_MS_MAX);
    this.#failures += 1;
    this.#restsUntil = Math.max(this.#restsUntil, this.now() + rest);
    if (this.#state === 'well') this.#become('failing', wordsOf(error));
  }

  lied(detail: string): void {
    this.#restsUntil = this.now() + LYING_REST_MS;
    this.#become('lying', detail);
  }

  /** Others that are enough say otherwise; once or twice that may be a reorganisation under way. */
  disagreed(detail: string): void {
    this.#disagreements += 1;
    if (this.#disagreements >= DISAGREEMENTS_MAX) this.lied(detail);
  }

  agreed(): void {
    this.#disagreements = 0;
    if (this.#state === 'lying' && !this.rests) this.#become('well', 'says what the others say');
  }

  /** Compares its newest block with that on which enough nodes agree. */
  compare(agreed: number): void {
    if (this.head === undefined) return;
    const isBehind = this.head < agreed - BEHIND_BLOCKS;
    if (isBehind && this.#state === 'well') this.#become('behind', `has ${this.head} of ${agreed} blocks`);
    else if (!isBehind && this.#state === 'behind') this.#become('well', 'has caught up');
  }

  close(): void {
    this.provider.destroy();
  }

  #become(state: NodeState, detail: string): void {
    const isNews = this.#state !== state;
    this.#state = state;
    if (isNews) this.watch.changed(this.name, state, detail);
  }
}
