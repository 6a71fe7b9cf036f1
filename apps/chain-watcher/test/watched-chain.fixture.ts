import { chainBlock, ledgerCosign } from '@exchange/contract/bus';
import { ChainNodes, type DeployedContract } from '@exchange/contract/chain';
import type { BlockNews, CosignRequest } from '@exchange/core/message';
import { FakeClock, MemoryBroker, MemoryStore } from '@exchange/test/kit';
import type { ChainPoll } from '../src/chain-poll';
import { JsonRpcChainReader } from '../src/scan/json-rpc-chain-reader';
import type { LedgerOfChain } from './ledger-of-chain.fixture';
import { startWatcher } from './watcher-in-memory.fixture';

/** Blocks on top until one is final. */
export const CONFIRMATIONS = 3;

interface WatchOptions {
  readonly urls: readonly string[];
  readonly exchange: DeployedContract;
  readonly ledger: LedgerOfChain;
  readonly quorum?: number;
  readonly checkHeaders?: boolean;
}

/** The real watcher on real nodes, with its record and its log in memory, and a ledger that reads what it tells. */
export class WatchedChain {
  readonly #clock = new FakeClock();
  readonly #broker = new MemoryBroker({ clock: this.#clock });
  readonly #store = new MemoryStore();
  #asked = 0;
  #read = 0;
  #stop: () => Promise<void> = async () => undefined;
  poll!: ChainPoll;
  nodes!: ChainNodes;
  /** What was said of nodes that are left out. */
  readonly said: string[] = [];

  constructor(private readonly options: WatchOptions) {}

  static async start(options: WatchOptions): Promise<WatchedChain> {
    const watched = new WatchedChain(options);
    await watched.restart();
    return watched;
  }

  /** A new process of the watcher on the same record. */
  async restart(): Promise<void> {
    await this.#stop();
    const { urls, exchange, quorum, checkHeaders } = this.options;
    const nodes = new ChainNodes({ urls, quorum, checkHeaders });
    nodes.tell({ changed: (node, state) => this.said.push(`${node[0]} ${state}`) });
    const { address: contract, blockNumber: startBlock } = exchange;
    const chain = new JsonRpcChainReader(nodes, { contract, anchor: startBlock });
    const { turn, poll } = await startWatcher(
      { clock: this.#clock, broker: this.#broker, store: this.#store, chain },
      { startBlock, contract, finality: CONFIRMATIONS, patienceMs: 60_000 },
    );
    this.nodes = nodes;
    this.poll = poll;
    this.#stop = async () => {
      await turn.stop();
      nodes.close();
    };
  }

  /** What account-service asks to be co-signed. */
  async asked(request: CosignRequest): Promise<void> {
    this.#asked += 1;
    const seq = this.#asked;
    const data = ledgerCosign.encode({ at: 1, seq, requests: [request] });
    const bus = this.#broker.connect('account-service');
    await bus.publishLog('LEDGER', ledgerCosign.subject(0), [{ seq, data }]);
  }

  /** Looks until there is nothing new, and has the ledger read it. A look that fails is repeated, `tries` times. */
  async look(tries = 8): Promise<void> {
    try {
      while (await this.poll.poll());
    } catch (error) {
      if (tries === 0) throw error;
      return this.look(tries - 1);
    } finally {
      await this.#clock.advance(1);
      this.#tellLedger();
    }
  }

  /** One look, which may fail. */
  async lookOnce(): Promise<void> {
    return this.look(0);
  }

  news(): readonly BlockNews[] {
    return this.#broker.stream('CHAIN').flatMap(({ data }) => chainBlock.decode(data).news);
  }

  async stop(): Promise<void> {
    await this.#stop();
  }

  #tellLedger(): void {
    const news = this.news();
    for (const block of news.slice(this.#read)) this.options.ledger.take(block);
    this.#read = news.length;
  }
}
