import { ledgerControl, ledgerMarket, marketReport } from '@exchange/contract/bus';
import type { RecordedInput } from '@exchange/core/message';
import {
  alarm,
  type Database,
  type Decision,
  type Log,
  type LogLine,
  type LogOutput,
  type LogRead,
  type PreparedInputs,
  type RowChange,
  type TurnHandler,
  type TurnInput,
  upsert,
} from '@exchange/platform';
import { claimMarkets } from './assignment/claim-markets';
import { type AssignedMarkets, takesMarket } from './assignment/market-assignment';
import { inbox } from './inbox';
import type { EngineInbox } from './inbox/engine-inputs';
import type { EngineSignal } from './inbox/engine-signal';
import type { MarketInputs } from './inbox/market-inputs';
import { BusyMarkets } from './markets/busy-markets';
import { type ProcessorStep, MarketProcessor } from './markets/market-processor';
import { Reopening } from './markets/reopening';
import { reportParts } from './outbox/market-report';
import { MarketRecord } from './persistence/market-record';
import { RecordFollower } from './persistence/record-follower';
import { type EngineRow, engineTable, marketTable } from './persistence/tables';
import type { SnapshotMaker } from './snapshots/snapshot-maker';
import type { Standby } from './standby/standby';

export interface EngineTurnOptions {
  readonly engine: string;
  readonly assigned: AssignedMarkets;
  readonly database: Database;
  readonly log: Log;
  /** Puts a signal among the turn's inputs. */
  readonly prompt: (signal: EngineSignal) => void;
  /** Makes the code warm; called once, before the markets are loaded. */
  readonly warmUp: () => void;
  /** Without one this process becomes the writer at once. */
  readonly standby: Standby | undefined;
  readonly snapshots: SnapshotMaker;
  /** Reports of a market after which it gets a new snapshot. */
  readonly snapshotEvery: number;
  /** Events, or units of work, after which the rest of the markets' work waits for the next turn. */
  readonly eventsPerTurn: number;
  /** How long a restarted market waits for rates of its pegged orders at most. */
  readonly ratesWaitMs: number;
}

/** The pattern's first parameter is the market, the second the partition. */
const ofAnyPartition = (market: string): string => ledgerMarket.pattern.replace('*', market);

interface EngineMarket {
  readonly processor: MarketProcessor;
  readonly record: MarketRecord;
  /** The defect that was already told. */
  alarmed: string | undefined;
}

/** The engine's side of the turn: takes the ledger's inputs in the order of arrival, matches, and writes the report. */
export class EngineTurn implements TurnHandler<PreparedInputs<EngineInbox>> {
  readonly serves: readonly string[] = [];
  readonly standBy?: (signal: AbortSignal) => Promise<void>;
  private readonly engineMarkets = new Map<string, EngineMarket>();
  private readonly busy: BusyMarkets;
  private readonly reopening: Reopening;
  private claimed: EngineRow | undefined;
  private turn = 0;

  constructor(private readonly options: EngineTurnOptions) {
    this.busy = new BusyMarkets(options.eventsPerTurn);
    this.reopening = new Reopening(options.ratesWaitMs);
    const { standby } = options;
    if (standby) this.standBy = (signal) => this.waitWarm(standby, signal);
  }

  get reads(): readonly LogRead[] {
    const { takesOthers, markets } = this.options.assigned;
    if (!takesOthers) {
      return markets.flatMap((market) => [
        { stream: 'LEDGER', filter: ledgerControl.subject(market) },
        { stream: 'LEDGER', filter: ofAnyPartition(market) },
      ]);
    }
    const takes = (subject: string) => this.takes(subject.split('.')[3]);
    // Other engines may have applied less of a market than this one had of its own.
    const fromStart = this.claimed?.isSettled !== true;
    const filters = [ledgerControl.pattern, ledgerMarket.pattern];
    return filters.map((filter) => ({ stream: 'LEDGER', filter, takes, fromStart }));
  }

  get writes(): readonly LogRead[] {
    const takes = (subject: string) => this.takes(subject.split('.')[2]);
    return [{ stream: 'MARKET', filter: marketReport.pattern, takes }];
  }

  /** Until everything that waited at the start is applied; its markets are cancel_only. */
  get isRestarting(): boolean {
    return !this.reopening.isOver;
  }

  /** Its markets are loaded, or followed. */
  get isWarm(): boolean {
    return this.claimed !== undefined || this.options.standby?.isWarm === true;
  }

  async load(): Promise<void> {
    try {
      await this.takeMarkets();
    } catch (error) {
      await this.options.standby?.release();
      throw error;
    }
  }

  private async takeMarkets(): Promise<void> {
    const { database, engine, assigned, log, standby } = this.options;
    if (!standby) this.options.warmUp();
    this.claimed = await claimMarkets(database, engine, assigned);
    const takes = (market: string) => takesMarket(assigned, market);
    const follower = standby
      ? await standby.takeOver()
      : await RecordFollower.open(database, { engine, takes }, log);
    await this.takeMoved(follower);
    for (const [market, recovered] of follower.processors) {
      const record = new MarketRecord(recovered.processor, this.options.snapshotEvery, recovered);
      this.engineMarkets.set(market, { processor: recovered.processor, record, alarmed: undefined });
    }
    this.turn = follower.turn;
    log.info({ engine, markets: this.engineMarkets.size }, 'markets recovered from their record');
    this.options.prompt({ kind: 'restarting' });
  }

  prepare(inputs: readonly TurnInput[]) {
    return inbox.prepare(inputs, undefined);
  }

  decide(prepared: PreparedInputs<EngineInbox>, at: number): Decision {
    const taken = new Map<string, RecordedInput[]>();
    const take = ({ market, inputs: recorded }: MarketInputs) => {
      const { processor, record } = this.engineMarketOf(market);
      const marketAt = record.timeOf(at);
      // A market's first input, and that of a restart, is the version of the rules.
      const inputs = [...processor.newRules(marketAt), ...recorded];
      const known = taken.get(market);
      if (known) for (const input of inputs) known.push(input);
      else taken.set(market, inputs);
      processor.take(inputs, marketAt);
    };
    const changes: RowChange[] = [];
    const settle = () => changes.push(...this.settled());
    const markets = () => [...this.engineMarkets.keys()];
    const replies = inbox.decide({ reopening: this.reopening, at, markets, take, settle }, prepared);
    const processors = Array.from(this.engineMarkets.values(), ({ processor }) => processor);
    const steps = this.busy.work(processors);
    const opening = this.reopening.isOver
      ? new Map<string, readonly ProcessorStep[]>()
      : this.reopen(processors, at, take);
    const logs: LogOutput[] = [];
    this.turn += 1;
    for (const [market, { record, processor }] of this.engineMarkets) {
      const did = [...(steps.get(market) ?? []), ...(opening.get(market) ?? [])];
      const recorded = taken.get(market) ?? [];
      if (did.length + recorded.length === 0) continue;
      const turn = { engine: this.options.engine, turn: this.turn, at: record.timeOf(at) };
      changes.push(...record.report(turn, recorded, did.length));
      logs.push(...reportParts(market, turn.at, did, processor.rulesVersion));
    }
    const lines = Array.from(this.engineMarkets.values()).flatMap(alarmsOf);
    return { changes, logs, notices: [], replies: replies(), lines };
  }

  async committed(): Promise<void> {
    const engineMarkets = [...this.engineMarkets.values()];
    if (engineMarkets.some(({ processor }) => processor.hasWork)) this.options.prompt({ kind: 'continue' });
    const due = engineMarkets
      .filter(({ record }) => record.isSnapshotDue)
      .map((engineMarket) => this.makeSnapshot(engineMarket));
    if (!this.options.snapshots.isBeside) await Promise.all(due);
  }

  async stopping(): Promise<void> {
    const { snapshots, standby } = this.options;
    // Whoever takes over has the state already, and needs no snapshot of it.
    const isTaken = await standby?.handOver();
    const aged = [...this.engineMarkets.values()].filter(({ record }) => !isTaken && record.age > 0);
    await snapshots.finish(aged.map((engineMarket) => this.makeSnapshot(engineMarket)));
  }

  private async waitWarm(standby: Standby, signal: AbortSignal): Promise<void> {
    this.options.warmUp();
    await standby.until(signal);
  }

  private takes(market: string | undefined): boolean {
    return market !== undefined && takesMarket(this.options.assigned, market);
  }

  /** Markets that another engine had: the record says from now on that they are this one's. */
  private async takeMoved(follower: RecordFollower): Promise<void> {
    const { database, engine, log } = this.options;
    const rows = await database.find(marketTable);
    const moved = rows.filter((row) => this.takes(row.market) && row.engine !== engine);
    if (moved.length === 0) return;
    for (const { market } of moved) await follower.recover(market);
    log.info({ engine, moved }, 'markets moved here from other engines');
    const changes = [
      upsert(
        marketTable,
        moved.map(({ market }) => ({ market, engine })),
      ),
    ];
    await database.commit({ changes, positions: [], outbox: [] });
  }

  private settled(): readonly RowChange[] {
    if (this.claimed === undefined || this.claimed.isSettled) return [];
    this.claimed = { ...this.claimed, isSettled: true };
    return [upsert(engineTable, [this.claimed])];
  }

  private reopen(
    processors: readonly MarketProcessor[],
    at: number,
    take: (inputs: MarketInputs) => void,
  ): ReadonlyMap<string, readonly ProcessorStep[]> {
    const opened = processors.filter((processor) => {
      const input = this.reopening.next(processor, at);
      if (input !== undefined) take({ market: processor.market, inputs: [input] });
      return input !== undefined;
    });
    return this.busy.work(opened);
  }

  private engineMarketOf(market: string): EngineMarket {
    const known = this.engineMarkets.get(market);
    if (known) return known;
    const processor = new MarketProcessor(market);
    const record = new MarketRecord(processor, this.options.snapshotEvery);
    const engineMarket = { processor, record, alarmed: undefined };
    this.engineMarkets.set(market, engineMarket);
    return engineMarket;
  }

  private async makeSnapshot({ processor: { market }, record }: EngineMarket): Promise<void> {
    const { snapshots, log } = this.options;
    record.postponeSnapshot();
    try {
      record.snapshotMade(await snapshots.make(market));
    } catch (error) {
      if (!snapshots.isBeside) throw error;
      log.error({ alarm: 'snapshot_failed', market, err: error }, 'no snapshot of a market could be made');
    }
  }
}

/** A defect of a market, told once. */
function alarmsOf(engineMarket: EngineMarket): readonly LogLine[] {
  const { market, defect } = engineMarket.processor;
  const isNew = defect !== undefined && defect !== engineMarket.alarmed;
  engineMarket.alarmed = defect;
  return isNew ? [alarm('market_stopped', { market, defect }, 'a market stopped on a defect')] : [];
}
