import { chainBlock, ledgerCosign, ledgerSettle, settlementNews } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type {
  Database,
  Decision,
  LogRead,
  PreparedInputs,
  Records,
  TurnHandler,
  TurnInput,
} from '@exchange/platform';
import { inbox } from './inbox';
import type { SettlementInbox, SettlementTurn } from './inbox/settlement-turn';
import { newsMessages } from './outbox/settlement-news';
import { changesOf } from './persistence/changes';
import { loadState } from './persistence/load';
import { SettlementState } from './settlement-state';

interface HandlerOptions {
  readonly chainId: number;
  readonly database: Database;
  /** Whose nonces are used. */
  readonly settlers: readonly Address[];
}

/** The turn of settlement: joins legs, and follows batches on the chain. */
export class SettlementHandler implements TurnHandler<PreparedInputs<SettlementInbox>> {
  readonly state = new SettlementState();
  readonly reads: readonly LogRead[];
  readonly serves = inbox.requests;
  readonly writes: readonly LogRead[] = [{ stream: 'SETTLEMENT', filter: settlementNews.pattern }];

  constructor(private readonly options: HandlerOptions) {
    this.reads = [
      { stream: 'LEDGER', filter: ledgerSettle.pattern },
      { stream: 'LEDGER', filter: ledgerCosign.pattern },
      { stream: 'CHAIN', filter: chainBlock.subject(options.chainId) },
    ];
  }

  async load(): Promise<void> {
    await loadState(this.options.database, this.state, this.options.settlers);
  }

  prepare(turnInputs: readonly TurnInput[], records: Records) {
    return inbox.prepare(turnInputs, { records });
  }

  decide(inputs: PreparedInputs<SettlementInbox>, at: number): Decision {
    const { state } = this;
    const turn: SettlementTurn = { state, news: [], lines: [], notices: [], at };
    const replies = inbox.decide(turn, inputs);
    const logs = newsMessages(turn.news, at);
    const { lines, notices } = turn;
    return { changes: changesOf(state), logs, notices, replies: replies(), lines };
  }
}
