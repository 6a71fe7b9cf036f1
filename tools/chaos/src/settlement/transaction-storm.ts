import { setTimeout as delay } from 'node:timers/promises';
import { toQuantity, Transaction } from 'ethers';
import type { Random } from '../../../kit/random';
import { askNode, type NodeCall, NodeFront, type NodeSays } from './node-front';

/**
 * What becomes of a transaction on its way to the node:
 * `swallowed`: it is said to be taken, and the node never hears of it; `denied`: the node has it, and an error or nothing
 * at all is answered; `held`: it is said to be taken, and comes later, behind those that were sent after it; `evicted`: the
 * node takes it and then forgets it; `replaced`: an empty transaction is mined with its nonce; `late`: the node has it at
 * once, the answer comes seconds later.
 */
const DONE_TO = ['swallowed', 'denied', 'held', 'evicted', 'replaced', 'late'] as const;
type DoneTo = (typeof DONE_TO)[number] | 'passed';
/** Of two versions with one nonce the first came through instead, though the second was said to be taken. */
const EARLIER = 'earlier version instead';
/** A held one reached the node after one with a higher nonce. */
const REORDERED = 'reordered';

/** One of each kind among some that come through, so that no seed misses any for long. */
const DECK: readonly DoneTo[] = [...DONE_TO, 'passed', 'passed', 'passed'];
const HELD_MS: [number, number] = [1_200, 3_500];
const LATE_MS: [number, number] = [2_000, 5_000];
const EVICTED_AFTER_MS: [number, number] = [0, 300];
/** Of a hundred other questions so many are answered late, and by how much. */
const SLOW_OF_100 = 4;
const SLOW_MS: [number, number] = [200, 1_500];
const TRANSFER_GAS = '0x5208';

/** How it is denied that the node has it. */
const DENIALS: readonly [NodeSays | 'cut', ...(NodeSays | 'cut')[]] = [
  'cut',
  { error: { code: -32_000, message: 'txpool is full' } },
  { error: { code: -32_603, message: 'internal error' } },
];

interface Sent {
  readonly raw: string;
  readonly hash: string;
  readonly nonce: number;
  readonly transaction: Transaction;
}

/**
 * Between a settler and the node of its chain: loses, holds back, reorders and replaces the transactions that it sends,
 * until {@link calm}. Everything else that it asks is answered truly, sometimes late.
 */
export class TransactionStorm {
  readonly #node: string;
  readonly #random: Random;
  #front: NodeFront | undefined;
  #calm = false;
  #deck: DoneTo[] = [];
  #held: Sent[] = [];
  /** The first version of each nonce. */
  readonly #first = new Map<number, Sent>();
  #highestPassed = -1;
  readonly #counts = new Map<string, number>([...DONE_TO, REORDERED, EARLIER].map((kind) => [kind, 0]));
  #sent = 0;

  private constructor(node: string, random: Random) {
    this.#node = node;
    this.#random = random;
  }

  /** `node`: URL of the chain's node, which needn't run yet. */
  static async open(node: string, random: Random): Promise<TransactionStorm> {
    const storm = new TransactionStorm(node, random);
    storm.#front = await NodeFront.open((call) => storm.#treat(call));
    return storm;
  }

  /** Where the settler finds its chain. */
  get url(): string {
    return this.#front?.url ?? '';
  }

  /** From now on everything comes through; what is held back comes now. */
  async calm(): Promise<void> {
    this.#calm = true;
    await this.#releaseHeld();
  }

  /** What was done to how many transactions, in a line. */
  summary(): string {
    const counts = [...this.#counts].map(([kind, count]) => `${count} ${kind}`);
    return `${this.#sent} transactions sent: ${counts.join(', ')}`;
  }

  /** What a storm is there for and this one never did; an earlier version needs two of one nonce, which may not come. */
  get neverDone(): string[] {
    return DONE_TO.filter((kind) => this.#counts.get(kind) === 0);
  }

  close(): void {
    this.#front?.close();
  }

  async #treat(call: NodeCall): Promise<NodeSays | 'cut'> {
    const { method, params } = call;
    if (this.#calm) return askNode(this.#node, method, params);
    if (method === 'eth_sendRawTransaction') return this.#storm(sentIn(String(params[0])));
    const said = await askNode(this.#node, method, params);
    if (this.#random.between(1, 100) <= SLOW_OF_100) await delay(this.#random.between(...SLOW_MS));
    return said;
  }

  async #storm(sent: Sent): Promise<NodeSays | 'cut'> {
    this.#sent += 1;
    const taken: NodeSays = { result: sent.hash };
    const first = this.#first.get(sent.nonce);
    if (first === undefined) this.#first.set(sent.nonce, sent);
    else if (first.hash !== sent.hash && this.#random.between(0, 1) === 0) {
      return (await this.#passInstead(first)) ? taken : this.#pass(sent);
    }
    switch (this.#deal()) {
      case 'passed':
        return this.#pass(sent);
      case 'swallowed':
        this.#count('swallowed');
        return taken;
      case 'denied':
        await this.#pass(sent);
        this.#count('denied');
        return this.#random.pick(DENIALS);
      case 'held':
        this.#hold(sent);
        return taken;
      case 'evicted':
        return this.#evict(sent);
      case 'replaced':
        return (await this.#replace(sent)) ? taken : this.#pass(sent);
      case 'late': {
        const said = await this.#pass(sent);
        this.#count('late');
        await delay(this.#random.between(...LATE_MS));
        return said;
      }
    }
  }

  /** The next of a deck that is shuffled anew when it is used up. */
  #deal(): DoneTo {
    if (this.#deck.length === 0) this.#deck = [...DECK];
    const [dealt = 'passed'] = this.#deck.splice(this.#random.between(0, this.#deck.length - 1), 1);
    return dealt;
  }

  async #pass(sent: Sent): Promise<NodeSays> {
    const said = await askNode(this.#node, 'eth_sendRawTransaction', [sent.raw]);
    if ('result' in said) this.#highestPassed = Math.max(this.#highestPassed, sent.nonce);
    return said;
  }

  async #passInstead(first: Sent): Promise<boolean> {
    const done = 'result' in (await this.#pass(first));
    if (done) this.#count(EARLIER);
    return done;
  }

  #hold(sent: Sent): void {
    this.#count('held');
    this.#held.push(sent);
    void delay(this.#random.between(...HELD_MS)).then(() => this.#releaseHeld());
  }

  /** The last one first. */
  async #releaseHeld(): Promise<void> {
    for (const sent of this.#held.splice(0).reverse()) {
      const isBehind = sent.nonce < this.#highestPassed;
      const said = await this.#pass(sent).catch(() => undefined);
      if (isBehind && said !== undefined && 'result' in said) this.#count(REORDERED);
    }
  }

  async #evict(sent: Sent): Promise<NodeSays> {
    const said = await this.#pass(sent);
    void delay(this.#random.between(...EVICTED_AFTER_MS)).then(async () => {
      const dropped = await this.#ask('anvil_dropTransaction', sent.hash);
      // Null: it is mined already.
      if (typeof dropped === 'string') this.#count('evicted');
    });
    return said;
  }

  /** @returns whether the node took an empty transaction of that nonce */
  async #replace({ nonce, transaction }: Sent): Promise<boolean> {
    const { from } = transaction;
    const price = (fee: bigint | null) => toQuantity(2n * (fee ?? 0n));
    const empty = {
      ...{ from, to: from, nonce: toQuantity(nonce), value: '0x0', gas: TRANSFER_GAS },
      maxFeePerGas: price(transaction.maxFeePerGas),
      maxPriorityFeePerGas: price(transaction.maxPriorityFeePerGas),
    };
    await this.#ask('anvil_impersonateAccount', from);
    const hash = await this.#ask('eth_sendTransaction', empty);
    if (typeof hash === 'string') this.#count('replaced');
    return typeof hash === 'string';
  }

  /** Undefined when the node refuses or can't be asked. */
  async #ask(method: string, ...params: unknown[]): Promise<unknown> {
    const said = await askNode(this.#node, method, params).catch(() => undefined);
    return said !== undefined && 'result' in said ? said.result : undefined;
  }

  #count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }
}

/** What an exchange is to be started with: its settlement meets the storm, and does within seconds what else takes minutes. */
export const stormEnvironment = ({ url }: TransactionStorm): NodeJS.ProcessEnv => ({
  SETTLEMENT_CHAIN_URL: url,
  ...{ BATCH_RESEND_MS: '1500', BATCH_RAISE_FEE_MS: '4000', BATCH_VALID_SECONDS: '60' },
  // Small ones, so that many transactions meet it.
  ...{ BATCH_TRADES: '24', BATCHES_IN_FLIGHT: '8' },
});

function sentIn(raw: string): Sent {
  const transaction = Transaction.from(raw);
  return { raw, hash: transaction.hash ?? '', nonce: transaction.nonce, transaction };
}
