import { present } from '@exchange/core/kernel';
import type { Database, Log } from '@exchange/platform';
import { type RecoveredProcessor, recoverProcessor, redo, redoSince } from './recovery';
import { marketTable, type ReportRow, reportTable } from './tables';

const REPORTS_PER_READ = 500;

/** Keeps the market processors of an engine as its record says they are, by doing each report again as it is committed. */
export class RecordFollower {
  readonly processors = new Map<string, RecoveredProcessor>();
  private lastTurn = 0;

  private constructor(
    private readonly database: Database,
    private readonly engine: string,
    private readonly log: Log,
  ) {}

  /** All markets that the engine writes, as they are after the reports that are committed now. */
  static async open(database: Database, engine: string, log: Log): Promise<RecordFollower> {
    const follower = new RecordFollower(database, engine, log);
    const [last] = await database.find(reportTable, {
      where: { engine },
      order: [['turn', 'desc']],
      limit: 1,
    });
    // Before the markets are read: what comes later is met again, and known by its number.
    follower.lastTurn = last?.turn ?? 0;
    for (const market of await follower.ownMarkets()) await follower.recover(market);
    return follower;
  }

  /** The engine's newest turn that was met. */
  get turn(): number {
    return this.lastTurn;
  }

  /** Does again what was committed since; returns how many reports that were. */
  async advance(): Promise<number> {
    let done = 0;
    for (;;) {
      const limit = REPORTS_PER_READ + this.processors.size;
      const found = await this.database.find(reportTable, {
        where: { engine: this.engine, turn: { gt: this.lastTurn } },
        order: [['turn', 'asc']],
        limit,
      });
      // The last turn of a full page may go on behind it.
      const cut = found.length < limit ? Infinity : (found.at(-1)?.turn ?? Infinity);
      const reports = found.filter(({ turn }) => turn < cut);
      for (const report of reports) await this.follow(report);
      done += reports.length;
      if (cut === Infinity) return done;
    }
  }

  /**
   * The markets that the engine writes now, to be called by its writer. What another engine did meanwhile with one that
   * was away and came back is done again, too.
   */
  async own(): Promise<ReadonlyMap<string, RecoveredProcessor>> {
    const own = new Map<string, RecoveredProcessor>();
    for (const market of await this.ownMarkets()) {
      const known = this.processors.get(market);
      if (known === undefined || !(await redoSince(this.database, market, known))) await this.recover(market);
      own.set(market, present(this.processors.get(market), `processor of ${market}`));
    }
    return own;
  }

  private async ownMarkets(): Promise<string[]> {
    const rows = await this.database.find(marketTable, {
      where: { engine: this.engine },
      order: [['market', 'asc']],
    });
    return rows.map(({ market }) => market);
  }

  private async recover(market: string): Promise<void> {
    this.processors.set(market, await recoverProcessor(this.database, market, this.log));
  }

  private async follow(report: ReportRow): Promise<void> {
    const { market, number, turn } = report;
    this.lastTurn = turn;
    const known = this.processors.get(market);
    if (known === undefined || number > known.reportNumber + 1) {
      // New, or this process was away for so long that what it lacks was forgotten.
      await this.recover(market);
    } else if (number === known.reportNumber + 1) {
      redo(known, report);
    }
  }
}
