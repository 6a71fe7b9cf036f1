import { type Address, DefectError } from '@exchange/core/kernel';
import { toQuantity } from 'ethers';
import { ChainNode, LyingNodeError, type NodesWatch, type NodeState } from './chain-node';
import { isChainsAnswer, wordsOf } from './node-errors';
import { type ProvenBlock, type ProvenLog, readBlock, readLogs } from './read-block';

/** Too few nodes answered, or said the same: nothing is known, and the question must be repeated. */
export class NodesDisagreeError extends Error {
  override readonly name = 'NodesDisagreeError';
}

export interface ChainNodesOptions {
  readonly urls: readonly string[];
  /** How many must say the same before it counts; more than half of them by default. */
  readonly quorum?: number | undefined;
  /** Headers must hash to their names; not on a chain whose headers have members that we don't know. */
  readonly checkHeaders?: boolean;
  /** Milliseconds that only rise. */
  readonly now?: () => number;
}

/** What one node said: a value, or that the chain refuses. */
interface Answer<T> {
  readonly node: ChainNode;
  readonly value?: T;
  readonly refusal?: Error;
}

interface Answers<T> {
  readonly said: readonly Answer<T>[];
  readonly errors: readonly unknown[];
}

type Ask<T> = (node: ChainNode) => Promise<T>;

/**
 * A chain behind one or more nodes of it, none of which is believed alone if there are others: hashes and states count when
 * enough nodes say the same, blocks when their hashes prove them. One that fails, lags or lies is left out and said.
 */
export class ChainNodes {
  readonly #nodes: readonly ChainNode[];
  readonly quorum: number;
  #watch: NodesWatch | undefined;

  constructor(private readonly options: ChainNodesOptions) {
    const { urls, now = () => performance.now() } = options;
    const watch: NodesWatch = {
      changed: (...change) => this.#watch?.changed(...change),
      asked: (...asked) => this.#watch?.asked?.(...asked),
    };
    this.quorum = options.quorum ?? Math.floor(urls.length / 2) + 1;
    if (this.quorum < 1 || this.quorum > urls.length)
      throw new Error(`${this.quorum} nodes must agree, but there are ${urls.length}: see CHAIN_QUORUM`);
    this.#nodes = urls.map((url, place) => new ChainNode(url, place, watch, now));
  }

  /** Tells from now on of nodes that are left out, and that are asked again. */
  tell(watch: NodesWatch): void {
    this.#watch = watch;
  }

  /** The nodes by name, and what is thought of each. */
  get states(): ReadonlyMap<string, NodeState> {
    return new Map(this.#nodes.map(({ name, state }) => [name, state]));
  }

  /** The chain's id. Rejects when nodes are of different chains. */
  async chainId(): Promise<number> {
    const answers = await this.#answers(this.#nodes, async (node) =>
      Number(await node.ask('eth_chainId', [])),
    );
    // One that only refuses to say it is of no other chain.
    const ids = new Set(answers.said.flatMap(({ value }) => value ?? []));
    if (ids.size > 1) throw new DefectError(`the nodes are of different chains: ${[...ids].join(', ')}`);
    return this.#ranked(answers);
  }

  /** Number of the newest block that enough nodes have. */
  async head(): Promise<number> {
    const answers = await this.#answers(this.#asked(), async (node) => {
      const head = Number(await node.ask('eth_blockNumber', []));
      node.head = head;
      return head;
    });
    const agreed = this.#ranked(answers);
    for (const node of this.#nodes) node.compare(agreed);
    return agreed;
  }

  /** The block of this number on all of which enough nodes agree. Rejects when they don't, or don't have it. */
  async block(number: number): Promise<ProvenBlock> {
    const { checkHeaders } = this.options;
    const ask: Ask<ProvenBlock> = (node) => readBlock(node, number, checkHeaders);
    const answers = await this.#answers(this.#asked(number), ask);
    // All that is read of it: where headers aren't checked, a true hash proves nothing of what is given with it.
    return this.#agreed(answers, (block) => JSON.stringify(block), `block ${number}`);
  }

  /** The newest block that enough nodes call final (`finalized`, by the chain's own rule). */
  async finalized(): Promise<ProvenBlock> {
    const { checkHeaders } = this.options;
    const ask: Ask<number> = async (node) => (await readBlock(node, 'finalized', checkHeaders)).number;
    return this.block(this.#ranked(await this.#answers(this.#asked(), ask)));
  }

  /** What these contracts said in the block, from the first node whose receipts prove it. */
  async logs(block: ProvenBlock, writers: readonly Address[]): Promise<readonly ProvenLog[]> {
    return this.first((node) => readLogs(node, block, writers), block.number);
  }

  /** The answer of the first node that has one; what the chain refuses is refused. */
  async first<T>(ask: Ask<T>, atBlock?: number): Promise<T> {
    const errors: unknown[] = [];
    for (const node of this.#asked(atBlock)) {
      const { said, errors: why } = await this.#answers([node], ask);
      const [answer] = said;
      if (answer?.refusal) throw answer.refusal;
      if (answer) return answer.value as T;
      errors.push(...why);
    }
    throw tooFew(0, 1, errors);
  }

  /** The same of a method. */
  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.first((node) => node.ask(method, params));
  }

  /** What every node says that says anything: for transactions, which are given to all. */
  async everywhere(method: string, params: readonly unknown[]): Promise<readonly Answer<unknown>[]> {
    const { said, errors } = await this.#answers(this.#nodes, (node) => node.ask(method, params));
    if (said.length === 0) throw tooFew(0, 1, errors);
    return said;
  }

  /** The state of the chain in a block, as enough nodes have it: what a release is decided on. */
  async agreed(method: string, params: readonly unknown[], atBlock: number): Promise<unknown> {
    const all = [...params, toQuantity(atBlock)];
    const answers = await this.#answers(this.#asked(atBlock), (node) => node.ask(method, all));
    return this.#agreed(answers, (value) => JSON.stringify(value), `${method} in block ${atBlock}`);
  }

  /** The highest number that enough nodes reach. */
  async reached(method: string, params: readonly unknown[]): Promise<number> {
    return this.#ranked(
      await this.#answers(this.#asked(), async (node) => Number(await node.ask(method, params))),
    );
  }

  close(): void {
    for (const node of this.#nodes) node.close();
  }

  /** Those that are thought well of; all when they are too few. */
  #asked(atBlock?: number): readonly ChainNode[] {
    const having = this.#nodes.filter((node) => node.has(atBlock));
    const well = having.filter(({ rests }) => !rests);
    return well.length < this.quorum ? having : well;
  }

  async #answers<T>(nodes: readonly ChainNode[], ask: Ask<T>): Promise<Answers<T>> {
    const errors: unknown[] = [];
    const asked = nodes.map(async (node): Promise<readonly Answer<T>[]> => {
      try {
        const value = await ask(node);
        node.answered();
        return [{ node, value }];
      } catch (error) {
        if (isChainsAnswer(error)) return [{ node, refusal: error as Error }];
        errors.push(error);
        if (error instanceof LyingNodeError) node.lied(error.message);
        else node.failed(error);
        return [];
      }
    });
    return { said: (await Promise.all(asked)).flat(), errors };
  }

  /** The highest number that enough nodes said, or more. */
  #ranked({ said, errors }: Answers<number>): number {
    const numbers = said.flatMap(({ value }) => value ?? []).sort((a, b) => b - a);
    const reached = numbers[this.quorum - 1];
    if (reached === undefined) throw tooFew(numbers.length, this.quorum, errors);
    return reached;
  }

  /** What enough nodes said, by a text that is the same for the same; the others are told that they differ. */
  #agreed<T>({ said, errors }: Answers<T>, textOf: (value: T) => string, what: string): T {
    const groups = new Map<string, Answer<T>[]>();
    for (const answer of said) {
      const text = answer.refusal ? 'refused' : textOf(answer.value as T);
      groups.set(text, [...(groups.get(text) ?? []), answer]);
    }
    const [most = [], next = []] = [...groups.values()].sort((a, b) => b.length - a.length);
    if (said.length < this.quorum) throw tooFew(said.length, this.quorum, errors);
    if (most.length < this.quorum || most.length === next.length)
      throw new NodesDisagreeError(`the nodes say different things of ${what}`);
    for (const { node } of said) {
      if (most.some((answer) => answer.node === node)) node.agreed();
      else node.disagreed(`it differs from ${most.length} others in ${what}`);
    }
    const [first] = most;
    if (first?.refusal) throw first.refusal;
    return first?.value as T;
  }
}

/** One node's own words are plain enough; of several it is said how many were wanted. */
function tooFew(count: number, wanted: number, errors: readonly unknown[]): unknown {
  const [first] = errors;
  if (wanted === 1 && first !== undefined) return first;
  return new NodesDisagreeError(
    `${count} of ${wanted} nodes that must agree answered: ${errors.map(wordsOf).join('; ')}`,
  );
}
