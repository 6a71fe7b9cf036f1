import { ledgerControl, ledgerMarket, marketReport } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import type { RecordedInput } from '@exchange/core/message';
import {
  alarm,
  type Clock,
  type Database,
  type Decision,
  type Log,
  type LogLine,
  type LogOutput,
  type LogRead,
  type LogShare,
  operatorHeadTable,
  OperatorOrders,
  type PreparedInputs,
  type Records,
  type RowChange,
  type TurnHandler,
  type TurnInput,
  upsert,
} from '@exchange/platform';
import { MarketMap } from './assignment/market-map';
import { openMap } from './assignment/stored-map';
import { inbox, requestsTo } from './inbox';
import type { EngineInbox, EngineInputs } from './inbox/engine-inputs';
import type { EngineSignal } from './inbox/engine-signal';
import type { MarketInputs } from './inbox/market-inputs';
import { BusyMarkets } from './markets/busy-markets';
import { type ProcessorStep, MarketProcessor } from './markets/market-processor';
import { Reopening } from './markets/reopening';
import { reportParts } from './outbox/market-report';
import { MarketRecord } from './persistence/market-record';
import { RecordFollower } from './persistence/record-follower';
import type { RecoveredProcessor } from './persistence/recovery';
import { type MapEntry, marketTable } from './persistence/tables';
import type { SnapshotMaker } from './snapshots/snapshot-maker';
import type { ProcessPlace } from './standby/process-place';
import type { Standby } from './standby/standby';

export interface EngineTurnOptions {
  readonly engine: string;
  /** This process among those of its engine. */
  readonly instance: string;
  /** With which the map of markets begins, if there is none yet. */
  readonly firstMap: readonly MapEntry[];
  readonly database: Database;
  readonly clock: Clock;
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
  /** Told of each order that was decided on how long ago the ledger accepted it, in ms. */
  readonly matched: (ms: number) => void;
}

/** The pattern's first parameter is the market, the second the partition. */
const ofAnyPartition = (market: string): string => ledgerMarket.pattern.replace('*', market);

/** The logs of one market. */
export const logsOf = (market: string): LogShare => ({
  reads: [
    { stream: 'LEDGER', filter: ledgerControl.subject(market) },
    { stream: 'LEDGER', filter: ofAnyPartition(market) },
  ],
  writes: (subject) => subject === marketReport.subject(market),
});

interface EngineMarket {
  readonly processor: MarketProcessor;
  readonly record: MarketRecord;
  /** The defect that was already told. */
  alarmed: string | undefined;
}

/** The engine's side of the turn: takes the ledger's inputs in the order of arrival, matches, and writes the report. */
export class EngineTurn implements TurnHandler<PreparedInputs<EngineInbox>> {
  readonly serves: readonly string[];
  readonly standBy?: (signal: AbortSignal) => Promise<boolean>;
  private readonly engineMarkets = new Map<string, EngineMarket>();
  private readonly busy: BusyMarkets;
  private readonly reopening: Reopening;
  private readonly orders = new OperatorOrders();
  private marketMap: MarketMap | undefined;
  /** Who wrote which market when this process became the writer. */
  private writers: ReadonlyMap<string, string> = new Map();
  private isLoaded = false;
  private turn = 0;

  constructor(private readonly options: EngineTurnOptions) {
    this.serves = requestsTo(options.engine);
    this.busy = new BusyMarkets(options.eventsPerTurn);
    this.reopening = new Reopening(options.ratesWaitMs);
    const { standby } = options;
    if (standby) this.standBy = (signal) => this.waitWarm(standby, signal);
  }

  get reads(): readonly LogRead[] {
    const { map } = this;
    const { engine } = this.options;
    const own = map.namedOf(engine).filter((market) => this.isWritten(market));
    const named = own.flatMap((market) => logsOf(market).reads);
    if (map.others !== engine) return named;
    const takes = (subject: string) => !map.isNamed(marketIn(subject, 3));
    const filters = [ledgerControl.pattern, ledgerMarket.pattern];
    return [...named, ...filters.map((filter) => ({ stream: 'LEDGER', filter, takes }) as const)];
  }

  get writes(): readonly LogRead[] {
    const takes = (subject: string) => this.isWritten(marketIn(subject, 2));
    return [{ stream: 'MARKET', filter: marketReport.pattern, takes }];
  }

  /** Kinds that a newer release defines are refused, not taken. */
  readonly understands = (subject: string): boolean => inbox.serves(subject);

  /** A market may have gone to another engine since its input came. */
  readonly isOwn = (subject: string): boolean => this.takes(marketIn(subject, 3));

  /** Which engine is to have which market, as far as this one has read. */
  get map(): MarketMap {
    return present(this.marketMap, 'map of markets');
  }

  /** What this process is among those of its engine; undefined for one that is alone. */
  get place(): ProcessPlace | undefined {
    return this.options.standby?.place;
  }

  /** Markets that this engine writes. */
  get markets(): readonly string[] {
    return [...this.engineMarkets.keys()];
  }

  /** Until everything that waited at the start is applied; its markets are cancel_only. */
  get isRestarting(): boolean {
    return !this.reopening.isOver;
  }

  /** Its markets' processors. */
  get processors(): readonly MarketProcessor[] {
    return Array.from(this.engineMarkets.values(), ({ processor }) => processor);
  }

  /** Reports of the active process that this one did again with the same result while it stood by. */
  get verifiedReports(): number {
    return this.options.standby?.verified ?? 0;
  }

  /** Its markets are loaded, or followed. */
  get isWarm(): boolean {
    return this.isLoaded || this.options.standby?.isWarm === true;
  }

  async learn(): Promise<void> {
    const { database, firstMap } = this.options;
    this.marketMap = new MarketMap(await openMap(this.options, firstMap));
    const rows = await database.find(marketTable);
    this.writers = new Map(rows.map(({ market, engine }) => [market, engine]));
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
    const { database, engine, log, standby } = this.options;
    if (!standby) this.options.warmUp();
    const heads = await database.find(operatorHeadTable, { where: { ownerGroup: engine } });
    for (const { seq, hash, effects } of heads) this.orders.keep({ seq, hash }, effects);
    const follower = standby ? await standby.takeOver() : await RecordFollower.open(database, engine, log);
    for (const [market, recovered] of await follower.own()) this.adopt(market, recovered);
    this.turn = follower.turn;
    this.isLoaded = true;
    log.info({ engine, markets: this.engineMarkets.size }, 'markets recovered from their record');
    this.options.prompt({ kind: 'restarting' });
  }

  /** Goes on with a market as its record has it. */
  adopt(market: string, recovered: RecoveredProcessor): void {
    const { processor } = recovered;
    const record = new MarketRecord(processor, this.options.snapshotEvery, recovered);
    this.engineMarkets.set(market, { processor, record, alarmed: undefined });
  }

  prepare(inputs: readonly TurnInput[], records: Records) {
    return inbox.prepare(inputs, { records, leases: () => this.options.database.leases() });
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
    const given = new Map<string, string>();
    const said: LogLine[] = [];
    const { engine } = this.options;
    const inputs: EngineInputs = {
      ...{ engine, reopening: this.reopening, orders: this.orders, at, take },
      // What goes to another engine is left as it is.
      markets: () => this.markets.filter((market) => this.takes(market)),
      give: (market, to) => given.set(market, to),
      store: (rows) => changes.push(...rows),
      say: (line) => said.push(line),
    };
    const replies = inbox.decide(inputs, prepared);
    const { processors } = this;
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
      const turn = { engine, turn: this.turn, at: record.timeOf(at) };
      for (const { cause } of did) if (cause.input.kind === 'place') this.options.matched(turn.at - cause.at);
      changes.push(...record.report(turn, recorded, did.length));
      logs.push(...reportParts(market, turn.at, did, processor.rulesVersion));
    }
    const lines = [...said, ...Array.from(this.engineMarkets.values()).flatMap(alarmsOf)];
    changes.push(...this.give(given));
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

  private waitWarm(standby: Standby, signal: AbortSignal): Promise<boolean> {
    this.options.warmUp();
    return standby.until(signal);
  }

  private takes(market: string): boolean {
    return this.map.engineOf(market) === this.options.engine;
  }

  /** Whether a market was this engine's when it began, whatever the map says of it; of one that is new the map decides. */
  private isWritten(market: string): boolean {
    return (this.writers.get(market) ?? this.map.engineOf(market)) === this.options.engine;
  }

  /** With this turn these markets are other engines', who take them up when they see it committed. */
  private give(given: ReadonlyMap<string, string>): readonly RowChange[] {
    const rows = [...given].filter(([market]) => this.engineMarkets.delete(market));
    for (const [market] of rows) this.reopening.leave(market);
    return rows.map(([market, engine]) => upsert(marketTable, [{ market, engine }]));
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

/** The market in a log's subject, as the token of this index. */
const marketIn = (subject: string, index: number): string =>
  present(subject.split('.')[index], `market in ${subject}`);

/** A defect of a market, told once. */
function alarmsOf(engineMarket: EngineMarket): readonly LogLine[] {
  const { market, defect } = engineMarket.processor;
  const isNew = defect !== undefined && defect !== engineMarket.alarmed;
  engineMarket.alarmed = defect;
  return isNew ? [alarm('market_stopped', { market, defect }, 'a market stopped on a defect')] : [];
}
