import { ledgerControl, ledgerMarket, marketReport } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import type { Database, Decision, Log, LogOutput, LogRead, RowChange } from '@exchange/platform';
import type { TurnHandler, TurnInput } from '@exchange/platform';
import type { EngineSignal } from './inbox/engine-signal';
import { takeLogEntry } from './inbox/log-inputs';
import type { MarketInputs, RecordedInput } from './inbox/recorded-input';
import { type DeskStep, MarketDesk } from './markets/market-desk';
import { reportParts } from './outbox/market-report';
import { MarketRecord } from './persistence/market-record';
import { recoverDesks } from './persistence/recovery';

export interface EngineTurnOptions {
  readonly database: Database;
  readonly log: Log;
  /** Puts a signal among the turn's inputs. */
  readonly prompt: (signal: EngineSignal) => void;
  /** Reports of a market after which it gets a new snapshot. */
  readonly snapshotEvery: number;
  /** Events of one market after which the rest of its work waits for the next turn. */
  readonly eventsPerTurn: number;
}

interface Place {
  readonly desk: MarketDesk;
  readonly record: MarketRecord;
  /** The defect that was already told. */
  alarmed: string | undefined;
}

/** The engine's side of the turn: takes the ledger's inputs in the order of arrival, matches, and writes the report. */
export class EngineTurn implements TurnHandler {
  readonly reads: readonly LogRead[] = [
    { stream: 'LEDGER', filter: ledgerControl.pattern },
    { stream: 'LEDGER', filter: ledgerMarket.pattern },
  ];
  readonly serves: readonly string[] = [];
  readonly writes: readonly LogRead[] = [{ stream: 'MARKET', filter: marketReport.pattern }];
  private readonly places = new Map<string, Place>();
  private restarting = true;

  constructor(private readonly options: EngineTurnOptions) {}

  /** Until everything that waited at the start is applied; its markets are cancel_only. */
  get isRestarting(): boolean {
    return this.restarting;
  }

  async load(): Promise<void> {
    for (const recovered of await recoverDesks(this.options.database)) {
      const { desk } = recovered;
      this.places.set(desk.market, { desk, record: MarketRecord.recovered(recovered), alarmed: undefined });
    }
    this.options.log.info({ markets: this.places.size }, 'markets recovered from their record');
    this.options.prompt({ kind: 'restarting' });
  }

  async prepare(): Promise<void> {
    await Promise.resolve();
  }

  decide(inputs: readonly TurnInput[], at: number): Decision {
    const taken = new Map<string, RecordedInput[]>();
    for (const input of inputs) {
      for (const { market, inputs: recorded } of this.take(input, at)) {
        taken.set(market, [...(taken.get(market) ?? []), ...recorded]);
      }
    }
    const changes: RowChange[] = [];
    const logs: LogOutput[] = [];
    for (const [market, recorded] of taken) this.placeOf(market).desk.take(recorded);
    for (const [market, { desk, record }] of this.places) {
      const steps = this.work(desk);
      const recorded = taken.get(market) ?? [];
      if (steps.length + recorded.length === 0) continue;
      changes.push(...record.report(at, recorded, steps.length));
      logs.push(...reportParts(market, at, steps));
    }
    return { changes, logs, notices: [], replies: [] };
  }

  async committed(): Promise<void> {
    const places = [...this.places.values()];
    if (places.some(({ desk }) => desk.hasWork)) this.options.prompt({ kind: 'continue' });
    for (const place of places) this.raiseAlarm(place);
    await this.writeSnapshots(places.filter(({ record }) => record.age >= this.options.snapshotEvery));
  }

  async stopping(): Promise<void> {
    await this.writeSnapshots([...this.places.values()].filter(({ record }) => record.age > 0));
  }

  private take(input: TurnInput, at: number): readonly MarketInputs[] {
    assert(input.from !== 'request', 'the engine serves no requests');
    if (input.from === 'log') return [takeLogEntry(input.entry)];
    const signal = input.signal as EngineSignal;
    if (signal.kind === 'continue') return [];
    this.restarting = signal.kind === 'restarting';
    const recorded = { at, input: { kind: 'restarting', restarting: this.restarting } } as const;
    return Array.from(this.places.keys(), (market) => ({ market, inputs: [recorded] }));
  }

  private placeOf(market: string): Place {
    const known = this.places.get(market);
    if (known) return known;
    const desk = new MarketDesk(market);
    const place = { desk, record: MarketRecord.begun(desk), alarmed: undefined };
    this.places.set(market, place);
    return place;
  }

  private work(desk: MarketDesk): readonly DeskStep[] {
    const steps: DeskStep[] = [];
    let events = 0;
    while (events < this.options.eventsPerTurn) {
      const step = desk.step();
      if (step === undefined) break;
      steps.push(step);
      events += step.events.length;
    }
    return steps;
  }

  private async writeSnapshots(places: readonly Place[]): Promise<void> {
    for (const { record } of places) {
      await this.options.database.commit({ changes: record.snapshot(), positions: [], outbox: [] });
      record.snapshotCommitted();
    }
  }

  private raiseAlarm(place: Place): void {
    const { market, defect } = place.desk;
    if (defect !== undefined && defect !== place.alarmed) {
      this.options.log.error({ alarm: 'MARKET_STOPPED', market, defect }, 'a market stopped on a defect');
    }
    place.alarmed = defect;
  }
}
