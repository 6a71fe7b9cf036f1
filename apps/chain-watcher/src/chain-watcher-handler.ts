import { chainBlock } from '@exchange/contract/bus';
import { type Address, assert } from '@exchange/core/kernel';
import type { BlockNews } from '@exchange/core/message';
import {
  type Database,
  type Decision,
  type LogRead,
  type NoticeOutput,
  type Prompt,
  type RowChange,
  type TurnHandler,
  type TurnInput,
  upsert,
} from '@exchange/platform';
import { applyScan } from './inbox/scan';
import { newsMessages } from './outbox/block-news';
import { chainStatsNotice } from './outbox/chain-stats';
import { tokenSupplyNotices } from './outbox/token-supplies';
import { loadKnown, rowsOf } from './persistence/known-rows';
import { watchedTable, type WatchedRow } from './persistence/tables';
import type { ChainIdentity } from './scan/chain-reader';
import { KnownChain } from './scan/known-chain';
import type { Scan } from './scan/scan';
import { WrongChainError } from './scan/wrong-chain-error';

export interface ChainWatcherOptions {
  readonly database: Database;
  readonly identity: ChainIdentity;
  readonly contract: Address;
  /** The block of the contract's deployment, or an earlier one. */
  readonly startBlock: number;
  /** How many blocks must stand on a block until it is final. */
  readonly confirmations: number;
}

/** The turn of the watcher: what a look at the chain found becomes news, in order and once. */
export class ChainWatcherHandler implements TurnHandler {
  readonly known: KnownChain;
  readonly reads: readonly LogRead[] = [];
  readonly serves: readonly string[] = [];
  readonly writes: readonly LogRead[];
  #watched: WatchedRow | undefined;
  #prompts: Prompt<Scan>[] = [];

  constructor(private readonly options: ChainWatcherOptions) {
    this.known = new KnownChain(options.startBlock);
    this.writes = [{ stream: 'CHAIN', filter: chainBlock.subject(options.identity.chainId) }];
  }

  /** Throws {@link WrongChainError} when the database is about another chain. */
  async load(): Promise<void> {
    const [watched] = await this.options.database.find(watchedTable);
    if (watched) checkSame(watched, this.#wanted);
    this.#watched = watched;
    await loadKnown(this.options.database, this.known);
  }

  async prepare(): Promise<void> {
    // A look at the chain is complete when it arrives.
  }

  decide(inputs: readonly TurnInput[], at: number): Decision {
    const news: BlockNews[] = [];
    const notices: NoticeOutput[] = [];
    const finalBefore = this.known.final?.number;
    for (const input of inputs) {
      assert(input.from === 'self', 'the watcher listens to nobody');
      const prompt = input.signal as Prompt<Scan>;
      this.#prompts.push(prompt);
      news.push(...applyScan(this.known, prompt.content, this.options.confirmations));
      const { chainId } = this.options.identity;
      notices.push(chainStatsNotice(chainId, prompt.content));
      notices.push(...tokenSupplyNotices(chainId, prompt.content.supplies ?? []));
    }
    return {
      changes: [...this.#firstTime(), ...rowsOf(this.known, news, finalBefore)],
      logs: newsMessages(this.options.identity.chainId, at, news),
      notices,
      replies: [],
    };
  }

  async committed(): Promise<void> {
    for (const prompt of this.#prompts.splice(0)) prompt.committed();
  }

  get #wanted(): WatchedRow {
    const { identity, contract, startBlock } = this.options;
    return { chainId: identity.chainId, anchor: identity.anchor, contract, startBlock };
  }

  #firstTime(): readonly RowChange[] {
    if (this.#watched) return [];
    this.#watched = this.#wanted;
    return [upsert(watchedTable, [this.#watched])];
  }
}

function checkSame(stored: WatchedRow, wanted: WatchedRow): void {
  for (const key of ['chainId', 'anchor', 'contract', 'startBlock'] as const) {
    if (stored[key] === wanted[key]) continue;
    throw new WrongChainError(
      `this database watches the chain with ${key} ${stored[key]}, but the node or the configuration says ` +
        `${wanted[key]}. Point the watcher at the right node, or give it a fresh database.`,
    );
  }
}
