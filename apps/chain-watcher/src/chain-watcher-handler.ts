import { chainBlock, ledgerCosign } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import {
  type Database,
  type Decision,
  Inbox,
  type LogRead,
  type PreparedInputs,
  type RowChange,
  type TurnHandler,
  type TurnInput,
  upsert,
} from '@exchange/platform';
import { takeCosignRequests } from './inbox/cosign-requests';
import { takeScan } from './inbox/scan';
import type { WatcherInbox, WatcherTurn } from './inbox/watcher-turn';
import { newsMessages } from './outbox/block-news';
import { awaitedRows, loadKnown, rowsOf } from './persistence/known-rows';
import { awaitedTable, endedTable, watchedTable, type WatchedRow } from './persistence/tables';
import { BatchTraces } from './scan/batch-traces';
import type { ChainIdentity } from './scan/chain-reader';
import { KnownChain } from './scan/known-chain';
import { WrongChainError } from './scan/wrong-chain-error';
import { AwaitedWithdrawals } from './withdrawals/awaited-withdrawals';

export interface ChainWatcherOptions {
  readonly database: Database;
  /** Known before anything is loaded. */
  readonly identity: () => ChainIdentity;
  readonly contract: Address;
  /** The block of the contract's deployment, or an earlier one. */
  readonly startBlock: number;
}

/** The turn of the watcher: what a look at the chain found becomes news, in order and once. */
export class ChainWatcherHandler implements TurnHandler<PreparedInputs<WatcherInbox>> {
  readonly known: KnownChain;
  readonly awaited = new AwaitedWithdrawals();
  readonly traces = new BatchTraces();
  /** Requests that are gone from the log are older than any deadline. */
  readonly reads: readonly LogRead[] = [{ stream: 'LEDGER', filter: ledgerCosign.pattern, joinsLate: true }];
  readonly serves: readonly string[] = [];
  readonly writes: readonly LogRead[] = [{ stream: 'CHAIN', filter: chainBlock.pattern }];
  #watched: WatchedRow | undefined;
  readonly #inbox = new Inbox<WatcherInbox>([takeScan, takeCosignRequests]);

  constructor(private readonly options: ChainWatcherOptions) {
    this.known = new KnownChain(options.startBlock, options.contract);
  }

  /** Throws {@link WrongChainError} when the database is about another chain. */
  async load(): Promise<void> {
    const [watched] = await this.options.database.find(watchedTable);
    if (watched) checkSame(watched, this.#wanted);
    this.#watched = watched;
    this.known.admin = watched?.admin ?? undefined;
    await loadKnown(this.options.database, this.known);
    this.awaited.restore(await this.options.database.find(awaitedTable));
    this.awaited.ended.restore(await this.options.database.find(endedTable));
  }

  prepare(inputs: readonly TurnInput[]) {
    return this.#inbox.prepare(inputs, undefined);
  }

  decide(prepared: PreparedInputs<WatcherInbox>, at: number): Decision {
    const { known, awaited, options } = this;
    const { chainId } = options.identity();
    const finalBefore = known.final?.number;
    const turn: WatcherTurn = { known, awaited, chainId, news: [], notices: [] };
    const replies = this.#inbox.decide(turn, prepared);
    return {
      changes: [...this.#watchedRow(), ...rowsOf(known, turn.news, finalBefore), ...awaitedRows(awaited)],
      logs: newsMessages(chainId, at, turn.news),
      notices: turn.notices,
      replies: replies(),
      lines: [],
    };
  }

  get #wanted(): WatchedRow {
    const { contract, startBlock } = this.options;
    const { chainId, anchor } = this.options.identity();
    const admin = this.known.admin ?? null;
    return { chainId, anchor, contract, startBlock, admin };
  }

  #watchedRow(): readonly RowChange[] {
    if (this.#watched && this.#watched.admin === this.#wanted.admin) return [];
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
