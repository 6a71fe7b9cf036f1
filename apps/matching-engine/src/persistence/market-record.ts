import { remove, type RowChange, upsert } from '@exchange/platform';
import type { RecordedInput } from '../inbox/recorded-input';
import type { MarketDesk } from '../markets/market-desk';
import type { RecoveredDesk } from './recovery';
import { marketTable, reportTable } from './tables';

/** The durable record of one market: numbers its reports, and says which rows a turn or a snapshot writes. */
export class MarketRecord {
  private snapshotNumber: number;
  private reportNumber: number;
  private isNew: boolean;

  private constructor(
    private readonly desk: MarketDesk,
    known: { snapshotNumber: number; reportNumber: number } | undefined,
  ) {
    this.snapshotNumber = known?.snapshotNumber ?? 0;
    this.reportNumber = known?.reportNumber ?? 0;
    this.isNew = known === undefined;
  }

  static recovered(recovered: RecoveredDesk): MarketRecord {
    return new MarketRecord(recovered.desk, recovered);
  }

  /** The record of a desk that has not taken anything yet. */
  static begun(desk: MarketDesk): MarketRecord {
    return new MarketRecord(desk, undefined);
  }

  /** Reports since the newest snapshot. */
  get age(): number {
    return this.reportNumber - this.snapshotNumber;
  }

  /** The rows of one turn's report; the desk has taken the inputs and done the steps. */
  report(at: number, inputs: readonly RecordedInput[], steps: number): RowChange[] {
    this.reportNumber += 1;
    const { market, hash } = this.desk;
    const row = { market, number: this.reportNumber, at, inputs, steps, stateHash: hash };
    return [...this.begin(), upsert(reportTable, [row])];
  }

  /** The rows of a snapshot of the desk as it is after the last report, which makes earlier reports superfluous. */
  snapshot(): RowChange[] {
    const { market } = this.desk;
    const first = this.snapshotNumber + 1;
    const covered = Array.from({ length: this.age }, (_, index) => ({ market, number: first + index }));
    const row = {
      market,
      snapshotNumber: this.reportNumber,
      snapshot: JSON.stringify(this.desk.snapshot()),
    };
    return [upsert(marketTable, [row]), remove(reportTable, covered)];
  }

  /** The rows of `snapshot` are committed. */
  snapshotCommitted(): void {
    this.snapshotNumber = this.reportNumber;
  }

  private begin(): RowChange[] {
    if (!this.isNew) return [];
    this.isNew = false;
    const empty = JSON.stringify({ market: null, backlog: [], current: null });
    return [upsert(marketTable, [{ market: this.desk.market, snapshotNumber: 0, snapshot: empty }])];
  }
}
