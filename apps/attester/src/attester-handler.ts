import {
  attesterNews,
  ledgerCosign,
  ledgerSettle,
  marketReport,
  settlementNews,
  solvencyVerdict,
} from '@exchange/contract/bus';
import type {
  Database,
  Decision,
  LogRead,
  PreparedInputs,
  Records,
  TurnHandler,
  TurnInput,
} from '@exchange/platform';
import { ATTESTATION_CHECKS, type AttestationChecks } from '@exchange/core/settlement';
import type { AttesterMetrics } from './attester-metrics';
import { AttesterState } from './attester-state';
import type { Cosignature } from './cosigning/cosignature';
import { inbox } from './inbox';
import type { AttesterInbox, AttesterTurn, AttestingDeps } from './inbox/attester-turn';
import { newsMessages } from './outbox/attester-news';
import { changesOf } from './persistence/changes';
import { loadState, recallCosignatures } from './persistence/load';

interface HandlerOptions extends Omit<AttestingDeps, 'state' | 'checks'> {
  readonly database: Database;
  readonly metrics: AttesterMetrics;
  readonly checks?: AttestationChecks;
}

interface Prepared {
  readonly inputs: PreparedInputs<AttesterInbox>;
  /** What the database knows of the co-signatures that are asked for. */
  readonly earlier: readonly Cosignature[];
}

/** The turn of the attester: gathers what engine and ledger say, judges batches by it, answers requests to co-sign. */
export class AttesterHandler implements TurnHandler<Prepared> {
  readonly state = new AttesterState();
  readonly reads: readonly LogRead[] = [
    { stream: 'LEDGER', filter: ledgerSettle.pattern },
    { stream: 'LEDGER', filter: ledgerCosign.pattern },
    { stream: 'MARKET', filter: marketReport.pattern },
    { stream: 'SETTLEMENT', filter: settlementNews.pattern },
    { stream: 'SOLVENCY', filter: solvencyVerdict.pattern, joinsLate: true },
  ];
  readonly serves = inbox.requests;
  readonly writes: readonly LogRead[] = [{ stream: 'ATTESTER', filter: attesterNews.pattern }];

  constructor(private readonly options: HandlerOptions) {}

  get metrics(): AttesterMetrics {
    return this.options.metrics;
  }

  private get checks(): AttestationChecks {
    return this.options.checks ?? ATTESTATION_CHECKS;
  }

  async load(): Promise<void> {
    await loadState(this.options.database, this.state);
  }

  async prepare(turnInputs: readonly TurnInput[], records: Records): Promise<Prepared> {
    const { state, checks } = this;
    const inputs = await inbox.prepare(turnInputs, { ...this.options, state, checks });
    return { inputs, earlier: await recallCosignatures(records, inputs.needs.flat()) };
  }

  decide({ inputs, earlier }: Prepared, at: number): Decision {
    const { state, checks } = this;
    const { domain, limits } = this.options;
    state.cosignatures.recall(earlier);
    const turn: AttesterTurn = { ...{ state, domain, limits, checks }, news: [], lines: [], at };
    const replies = inbox.decide(turn, inputs);
    const logs = newsMessages(turn.news, at);
    return { changes: changesOf(state), logs, notices: [], replies: replies(), lines: turn.lines };
  }
}
