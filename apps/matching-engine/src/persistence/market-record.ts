import { type RowChange, upsert } from '@exchange/platform';
import { type RecordedInput, recordedInput } from '@exchange/core/message';
import type { MarketProcessor } from '../markets/market-processor';
import type { RecoveredProcessor } from './recovery';
import { marketTable, reportTable } from './tables';

/** The turn whose report is written. */
export interface ReportedTurn {
  readonly engine: string;
  /** Counts up with the turns of the engine. */
  readonly turn: number;
  /** Unix ms in the market, see {@link MarketRecord.timeOf}. */
  readonly at: number;
}

/** The durable record of one market: numbers its reports, and says when a snapshot is due. */
export class MarketRecord {
  private snapshotNumber: number;
  private reportNumber: number;
  private toldAt: number;
  private dueAt: number;
  private isSaid: boolean;

  /**
   * `known`: how far the record goes; undefined for a market that has none yet. `every`: reports after which a snapshot
   * is due.
   */
  constructor(
    private readonly processor: MarketProcessor,
    private readonly every: number,
    known?: Omit<RecoveredProcessor, 'processor'>,
  ) {
    this.snapshotNumber = known?.snapshotNumber ?? 0;
    this.reportNumber = known?.reportNumber ?? 0;
    this.toldAt = known?.toldAt ?? 0;
    this.dueAt = this.snapshotNumber + every;
    this.isSaid = known !== undefined;
  }

  /** Reports since the newest snapshot. */
  get age(): number {
    return this.reportNumber - this.snapshotNumber;
  }

  get isSnapshotDue(): boolean {
    return this.reportNumber >= this.dueAt;
  }

  /** What time it is in the market in a turn: never before its last report, whoever made it by whatever clock. */
  timeOf(turnAt: number): number {
    return Math.max(turnAt, this.toldAt);
  }

  /** The rows of one turn's report; the market processor has taken the inputs and done the steps. */
  report({ engine, turn, at }: ReportedTurn, inputs: readonly RecordedInput[], steps: number): RowChange[] {
    this.reportNumber += 1;
    this.toldAt = at;
    const { market, hash, rulesVersion } = this.processor;
    const taken = inputs.map((input) => recordedInput.write(input));
    const row = {
      market,
      number: this.reportNumber,
      engine,
      turn,
      at,
      inputs: taken,
      steps,
      stateHash: hash,
      rulesVersion,
    };
    const said = this.isSaid ? [] : [upsert(marketTable, [{ market, engine }])];
    this.isSaid = true;
    return [...said, upsert(reportTable, [row])];
  }

  /** A snapshot is being made, or could not be: the next one is due after as many reports again. */
  postponeSnapshot(): void {
    this.dueAt = this.reportNumber + this.every;
  }

  snapshotMade(number: number): void {
    this.snapshotNumber = Math.max(this.snapshotNumber, number);
  }
}
