import type { Database, Log } from '@exchange/platform';
import { type RecoveredProcessor, recoverProcessor, redo } from './recovery';
import { marketTable, type ReportRow, reportTable } from './tables';

const REPORTS_PER_READ = 500;

/** Which markets of which engine are followed. */
export interface Followed {
  readonly engine: string;
  takes(market: string): boolean;
}

/** Keeps the market processors of an engine as its record says they are, by doing each report again as it is committed. */
export class RecordFollower {
  readonly processors = new Map<string, RecoveredProcessor>();
  private lastTurn = 0;

  private constructor(
    private readonly database: Database,
    private readonly followed: Followed,
    private readonly log: Log,
  ) {}

  /** All markets as they are after the reports that are committed now. */
  static async open(database: Database, followed: Followed, log: Log): Promise<RecordFollower> {
    const follower = new RecordFollower(database, followed, log);
    const { engine } = followed;
    const [last] = await database.find(reportTable, {
      where: { engine },
      order: [['turn', 'desc']],
      limit: 1,
    });
    // Before the markets are read: what comes later is met again, and known by its number.
    follower.lastTurn = last?.turn ?? 0;
    for (const { market } of await database.find(marketTable, { order: [['market', 'asc']] })) {
      if (followed.takes(market)) await follower.recover(market);
    }
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
        where: { engine: this.followed.engine, turn: { gt: this.lastTurn } },
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

  /** Reads a market anew, which another engine may have written meanwhile. */
  async recover(market: string): Promise<void> {
    this.processors.set(market, await recoverProcessor(this.database, market, this.log));
  }

  private async follow(report: ReportRow): Promise<void> {
    const { market, number, turn } = report;
    this.lastTurn = turn;
    if (!this.followed.takes(market)) return;
    const known = this.processors.get(market);
    if (known === undefined || number > known.reportNumber + 1) {
      // New, or this process was away for so long that what it lacks was forgotten.
      await this.recover(market);
    } else if (number === known.reportNumber + 1) {
      redo(known, report);
    }
  }
}
