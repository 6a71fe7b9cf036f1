import { marketReport } from '@exchange/contract/bus';
import type { BarView, TickerView } from '@exchange/core/message';
import { type Bus, type Clock, FROM_LAST, type LogEntry, type LogReader, repeat } from '@exchange/platform';
import { LiveMarket, type MarketChange, type MarketReport, type PublicSnapshot } from './live-market';
import type { AskSnapshot } from './snapshot-source';

const RETRY_MS = 250;
/** Reports kept while a snapshot is on its way; when there are more, a later snapshot is waited for. */
const WAITING_MAX = 10_000;

export interface FollowerOutput {
  changed(change: MarketChange): void;
  tickerChanged(market: string, ticker: TickerView): void;
  barChanged(market: string, precision: string, bar: BarView): void;
  /** Something outside failed and is tried again. */
  failed(what: string, cause: unknown): void;
}

interface FollowerDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ask: AskSnapshot;
  readonly bookHistory: boolean;
  /** The log is followed only while somebody needs it; notices are taken all the same. */
  readonly onDemand: boolean;
}

/**
 * Follows the log of one market: a snapshot, then every report; a gap means a snapshot again. On demand it only asks for a
 * snapshot at first, since ticker and bars come as notices, and follows the log from `follow` to `letGo`.
 */
export class MarketFollower {
  state: LiveMarket | undefined;
  private renewing = true;
  private caughtUp = false;
  private waiting: MarketReport[] = [];
  private reader: LogReader | undefined;
  private following: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    readonly market: string,
    private readonly deps: FollowerDeps,
    private readonly output: FollowerOutput,
  ) {}

  /** True while the state follows the log without a gap. */
  get current(): boolean {
    return this.state !== undefined && this.caughtUp && !this.renewing;
  }

  /** True while all is known that somebody needs. */
  get ready(): boolean {
    return this.following === undefined ? this.state !== undefined : this.current;
  }

  /** True while a state that is shown misses reports. */
  get stale(): boolean {
    return this.following !== undefined && this.state !== undefined && this.renewing;
  }

  /** Resolves when the market is live; tries until it is or until `stop`. */
  start(): Promise<void> {
    return this.deps.onDemand ? this.look() : this.follow();
  }

  /** Follows the log, unless it is followed; resolves when the state is that of the log. */
  follow(): Promise<void> {
    this.following ??= this.followLog();
    return this.following;
  }

  /** Follows the log no more. One that is just being begun goes on. */
  letGo(): void {
    if (!this.current) return;
    const { reader } = this;
    this.following = undefined;
    this.reader = undefined;
    this.renewing = true;
    this.caughtUp = false;
    void reader?.stop();
  }

  private async followLog(): Promise<void> {
    // The log first: reports that come while the snapshot is on its way wait for it.
    const subject = marketReport.subject(this.market);
    const read = async () => {
      const onEntry = (entry: LogEntry) => this.take(entry);
      this.reader = await this.deps.bus.readLog('MARKET', subject, new Map(), onEntry, FROM_LAST);
      return 'done' as const;
    };
    const failed = (error: unknown) => this.output.failed(`reading the log of ${this.market}`, error);
    await repeat(read, { ...this.retrying, failed });
    await this.renew();
    if (this.stopped) await this.reader?.stop();
    else await this.reader?.caughtUp();
    this.caughtUp = true;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.reader?.stop();
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private get retrying() {
    return { everyMs: RETRY_MS, clock: this.deps.clock, signal: this.stopping.signal };
  }

  takeTicker(seq: number, ticker: TickerView): void {
    if (this.state?.takeTicker(seq, ticker)) this.output.tickerChanged(this.market, ticker);
  }

  takeBar(seq: number, precision: string, bar: BarView): void {
    if (this.state?.takeBar(seq, precision, bar)) this.output.barChanged(this.market, precision, bar);
  }

  /** Notices of the ticker and the bars may have been missed: asks for the newest ones. */
  async renewNotices(): Promise<void> {
    const reply = await this.deps.ask(this.market);
    if (reply.ok) this.takeNotices(reply.value);
    else this.output.failed(`asking for the ticker of ${this.market}`, reply);
  }

  private takeNotices({ seq, ticker, bars }: PublicSnapshot): void {
    this.takeTicker(seq, ticker);
    for (const { precision, bar } of bars) this.takeBar(seq, precision, bar);
  }

  private take(entry: LogEntry): void {
    if (this.stopped || entry.seq <= (this.state?.seq ?? 0)) return;
    const report = marketReport.decode(entry.data);
    if (this.renewing) {
      this.wait(report);
    } else if (this.state?.seq === report.seq - 1) {
      this.output.changed(this.state.apply(report));
    } else {
      this.wait(report);
      void this.renew();
    }
  }

  /** Keeps a dense run of reports: after a second gap only what follows it can be used. */
  private wait(report: MarketReport): void {
    const last = this.waiting.at(-1);
    const dense = last !== undefined && report.seq === last.seq + 1 && this.waiting.length < WAITING_MAX;
    if (dense) this.waiting.push(report);
    else this.waiting = [report];
  }

  private async renew(): Promise<void> {
    this.renewing = true;
    await this.ask((snapshot) => this.adopt(snapshot));
  }

  /** Takes a snapshot without following the log. */
  private look(): Promise<void> {
    return this.ask((snapshot) => {
      this.state ??= new LiveMarket(snapshot, this.deps.bookHistory);
      return true;
    });
  }

  /** Asks for a snapshot until there is one that will do. */
  private async ask(take: (snapshot: PublicSnapshot) => boolean): Promise<void> {
    await repeat(async () => {
      const reply = await this.deps.ask(this.market);
      if (this.stopped || (reply.ok && take(reply.value))) return 'done';
      if (!reply.ok) this.output.failed(`asking for the state of ${this.market}`, reply);
      return undefined;
    }, this.retrying);
  }

  /** False when the snapshot doesn't reach the reports that wait: a newer one is needed. */
  private adopt(snapshot: PublicSnapshot): boolean {
    if (snapshot.seq < (this.state?.seq ?? 0)) return false;
    if ((this.waiting[0]?.seq ?? 0) > snapshot.seq + 1) return false;
    this.renewing = false;
    if (this.state === undefined) {
      this.state = new LiveMarket(snapshot, this.deps.bookHistory);
    } else {
      this.output.changed(this.state.renew(snapshot));
      this.takeNotices(snapshot);
    }
    this.applyWaiting();
    return true;
  }

  private applyWaiting(): void {
    const reports = this.waiting;
    this.waiting = [];
    for (const report of reports) {
      if (this.state?.seq === report.seq - 1) this.output.changed(this.state.apply(report));
    }
  }
}
