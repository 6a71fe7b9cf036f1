import { chainBlock, ledgerCosign, ledgerSettle, settlementNews } from '@exchange/contract/bus';
import type {
  Database,
  Decision,
  LogRead,
  PreparedInputs,
  Records,
  TurnHandler,
  TurnInput,
} from '@exchange/platform';
import type { Cosignature } from './cosigning/cosignature';
import { inbox } from './inbox';
import type { SettlementInbox, SettlementTurn } from './inbox/settlement-turn';
import { newsMessages } from './outbox/settlement-news';
import { changesOf } from './persistence/changes';
import { loadState, recallCosignatures } from './persistence/load';
import { SettlementState } from './settlement-state';

interface HandlerOptions {
  readonly chainId: number;
  readonly database: Database;
}

interface Prepared {
  readonly inputs: PreparedInputs<SettlementInbox>;
  /** What the database knows of the co-signatures that are asked for. */
  readonly earlier: readonly Cosignature[];
}

/** The turn of settlement: joins legs, follows batches on the chain, answers co-signature requests. */
export class SettlementHandler implements TurnHandler<Prepared> {
  readonly state = new SettlementState();
  readonly reads: readonly LogRead[];
  readonly serves: readonly string[] = [];
  readonly writes: readonly LogRead[] = [{ stream: 'SETTLEMENT', filter: settlementNews.pattern }];

  constructor(private readonly options: HandlerOptions) {
    this.reads = [
      { stream: 'LEDGER', filter: ledgerSettle.pattern },
      { stream: 'LEDGER', filter: ledgerCosign.pattern },
      { stream: 'CHAIN', filter: chainBlock.subject(options.chainId) },
    ];
  }

  async load(): Promise<void> {
    await loadState(this.options.database, this.state);
  }

  async prepare(turnInputs: readonly TurnInput[], records: Records): Promise<Prepared> {
    const inputs = await inbox.prepare(turnInputs, undefined);
    return { inputs, earlier: await recallCosignatures(records, inputs.needs.flat()) };
  }

  decide({ inputs, earlier }: Prepared, at: number): Decision {
    const { state } = this;
    state.cosignatures.recall(earlier);
    const turn: SettlementTurn = { state, news: [], lines: [], at };
    const replies = inbox.decide(turn, inputs);
    const logs = newsMessages(turn.news, at);
    return { changes: changesOf(state), logs, notices: [], replies: replies(), lines: turn.lines };
  }
}
