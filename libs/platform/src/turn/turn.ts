import { encodeJson, type Refusal } from '@exchange/contract/bus';
import { DefectError, present } from '@exchange/core/kernel';
import {
  endOf,
  type IncomingRequest,
  type LogEntry,
  type LogRead,
  type LogShare,
  type Signal,
  type Subscription,
  type TurnInput,
} from '../ports';
import { Lease } from '../lease';
import { repeat } from '../repeat';
import { activeTrace } from '../telemetry/spans';
import { CommitLine } from './commit-line';
import { InputQueue } from './input-queue';
import { isCovered } from './log-intake';
import { LogIntakes } from './log-intakes';
import { LogNumbers } from './log-numbers';
import { measuredTurn } from './measured-turn';
import { OutboxKeeper } from './outbox-keeper';
import { OutboxPublisher } from './outbox-publisher';
import { TurnProgress } from './progress';
import { RecordsAhead } from './records-ahead';
import { untilDone } from './retry';
import { type DecidedTurn, Round } from './round';
import type { TurnOptions } from './turn-options';

const KEEP_EVERY_MS = 10_000;

const BUSY = encodeJson({
  ok: false,
  code: 'UNAVAILABLE',
  message: 'too many requests wait; nothing was done, try again',
} satisfies Refusal);

/** What may be sent again at once, to whoever takes the place of this process. */
const NOT_TAKEN = encodeJson({
  ok: false,
  code: 'UNAVAILABLE',
  message: 'the service is not available now; nothing was done, try again',
  notTaken: true,
} satisfies Refusal);

/**
 * The one loop of every stateful service: take, prepare, decide, commit, then tell; the next turns are decided while one
 * commits. `start` runs it for ever; a simulation calls `open` and then `begin` or `step`.
 */
export class Turn {
  readonly queue: InputQueue;
  private readonly progress = new TurnProgress();
  private readonly applied = new Map<string, number>();
  /** The newest stored message of each own subject. */
  private readonly heads = new Map<string, number>();
  private readonly stopping = new AbortController();
  private readonly publisher: OutboxPublisher;
  private readonly keeper: OutboxKeeper;
  private readonly line: CommitLine;
  private readonly maxInputs: number;
  private readonly lease: Lease | undefined;
  private readonly intakes: LogIntakes;
  private numbers: LogNumbers | undefined;
  private services: Subscription[] = [];
  private round: Round | undefined;
  private opening: Promise<void> | undefined;
  private loop: Promise<void> | undefined;
  private ending = false;
  private failure: Error | undefined;
  /** Resolves when nothing is prepared or decided, nor tidied up after a commit. */
  private quiet: Promise<void> = Promise.resolve();
  private hasCaughtUp = false;
  private standingBy: boolean;
  /** When it took the place of another process, for which it stood by: Unix ms. */
  tookOverAt: number | undefined;

  constructor(private readonly options: TurnOptions) {
    const { database, bus, log, handler, name, clock, lease } = options;
    this.queue = new InputQueue(options.maxWaitingRequests ?? 10_000);
    this.maxInputs = options.maxInputs ?? 256;
    const onFatal = (error: unknown) => void this.fail(error);
    const accept = (entry: LogEntry) => this.queue.push({ from: 'log', entry });
    this.intakes = new LogIntakes({ ...this.deps, accept });
    this.publisher = new OutboxPublisher(() => handler.writes, { ...this.deps, onFatal });
    this.keeper = new OutboxKeeper(name, { bus, database, log }, handler.part);
    this.lease = lease && new Lease(lease, { database, clock, log, onLost: onFatal });
    const { lease: held } = this;
    const confirm = held ? () => held.confirm() : options.confirm;
    const committed = (turns: readonly DecidedTurn[]) => this.committed(turns);
    this.line = new CommitLine({ ...this.deps, confirm, committed, failed: onFatal });
    this.standingBy = (handler.standBy ?? lease) !== undefined;
    const { queue, line, intakes, publisher, keeper, heads } = this;
    const parts = { queue, line, intakes, publisher, keeper, heads };
    options.metrics.watch(measuredTurn(this, parts), this.stopping.signal);
  }

  /** Whether another process is the writer, as far as this one knows, and this one waits for its place. */
  get isStandingBy(): boolean {
    return this.standingBy;
  }

  /** Whether everything stored when it started was applied, and no log lacks messages. */
  get ready(): boolean {
    return this.hasCaughtUp && !this.ending && !this.failure && this.intakes.healthy;
  }

  /** Whether so many turns wait for their commit that no more may be decided. */
  get isFull(): boolean {
    return this.line.isFull;
  }

  /** Opens, then runs turns until it is stopped. Rejects when it can't open. */
  async start(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      // Told to stop, it waits for nothing any more.
      if (!this.ending || this.failure) throw error;
    }
    if (this.ending) return;
    this.loop = this.run();
    void this.watchReadiness();
    void this.keepOutbox();
  }

  /** Becomes the writer, gives the broker what it lacks, loads, and listens. Turns then run by `step`. */
  async open(): Promise<void> {
    this.opening = this.becomeWriter();
    await this.opening;
  }

  /**
   * Does what reaches the outside without a commit, such as sending a transaction, while this process is the writer.
   * Throws {@link FencedError} when another one has become it, and another error when this one is giving it up.
   */
  async whileWriter<T>(work: () => Promise<T>): Promise<T> {
    return this.lease ? this.lease.during(work) : work();
  }

  private async becomeWriter(): Promise<void> {
    const { handler } = this.options;
    const { signal } = this.stopping;
    const stoodBy = await (this.lease ? this.lease.wait(signal) : handler.standBy?.(signal));
    if (stoodBy && !this.ending) {
      this.tookOverAt = this.options.clock.now();
      this.options.onTookOver?.();
    }
    try {
      if (!this.ending) await this.takeUp();
    } catch (error) {
      await this.lease?.release();
      throw error;
    }
  }

  private async takeUp(): Promise<void> {
    const { database, handler, bus, name, verify = false } = this.options;
    this.standingBy = false;
    await this.outlast('becoming the writer', () => database.claimWriter());
    await handler.learn?.();
    const { writes } = handler;
    const known = await this.outlast('reading the outbox', () => database.outboxHeads());
    const heads = known.filter(({ subject }) => writes.some((log) => isCovered(log, subject)));
    for (const { subject, seq } of heads) this.heads.set(subject, seq);
    await this.publisher.recover(heads);
    if (this.failure) throw this.failure;
    await handler.load();
    if (this.ending) return;
    this.numbers = new LogNumbers(name, heads, verify);
    const records = new RecordsAhead(database, () => this.line.underWay);
    this.round = new Round(this.numbers, { ...this.deps, name, handler, records, verify });
    bus.onReconnect(() => this.publisher.recheck());
    await this.keeper.open();
    await this.listen(handler.reads);
    for (const filter of handler.serves) {
      this.services.push(await bus.serve(filter, (request) => this.onRequest(request)));
    }
  }

  /** Goes on with logs that another writer has let go of, from where it came to; `begin` lets the handler take and write them. */
  async takeOn({ reads, writes }: LogShare, begin: () => void): Promise<void> {
    const { database } = this.options;
    const known = await this.outlast('reading the outbox', () => database.outboxHeads());
    const heads = known.filter(({ subject }) => writes(subject));
    await this.publisher.takeOn(heads);
    present(this.numbers, 'opened turn').resumeAfter(heads);
    for (const { subject, seq } of heads) this.heads.set(subject, seq);
    begin();
    await this.listen(reads);
  }

  /** Neither reads nor publishes these any more: after a commit by which they are another writer's. */
  async letGo({ reads, writes }: LogShare): Promise<void> {
    this.publisher.letGo(writes);
    const isRead = (subject: string) => reads.some((log) => isCovered(log, subject));
    for (const subject of this.heads.keys()) if (writes(subject)) this.heads.delete(subject);
    for (const subject of this.applied.keys()) if (isRead(subject)) this.applied.delete(subject);
    await this.intakes.leave(reads);
  }

  /** One turn over what waits now, and all commits; returns how many inputs it took. Rejects only on fatal errors. */
  async step(): Promise<number> {
    const taken = await this.begin();
    await this.line.idle();
    await this.quiet;
    if (this.failure) throw this.failure;
    return taken;
  }

  /** Decides one turn over what waits now, and leaves its commit under way. Rejects only on fatal errors. */
  async begin(): Promise<number> {
    const round = present(this.round, 'opened turn');
    if (this.failure) throw this.failure;
    const waiting = this.queue.length;
    const taken = this.queue.take(this.maxInputs);
    if (taken.length === 0) return 0;
    await this.alone(async () => {
      // Asked now that the turn before is decided, which may have let go of a log.
      const inputs = taken.filter((input) => this.isOwn(input));
      this.progress.add(taken.length - inputs.length);
      if (inputs.length > 0) this.line.add(await round.run(inputs, waiting));
    });
    if (this.failure) throw this.failure;
    return taken.length;
  }

  private isOwn(input: TurnInput): boolean {
    return input.from !== 'log' || this.options.handler.isOwn?.(input.entry.subject) !== false;
  }

  private committed(turns: readonly DecidedTurn[]): void {
    const round = present(this.round, 'opened turn');
    for (const turn of turns) {
      for (const { subject, seq } of turn.commit.positions) this.applied.set(subject, seq);
      for (const { subject, seq } of turn.commit.outbox) this.heads.set(subject, seq);
      this.publisher.publish(turn.commit.outbox);
      round.tell(turn);
      this.progress.add(turn.inputs.length);
    }
    void this.alone(() => round.afterwards());
  }

  /** Work during which memory must not change by other means, one after the other. */
  private alone(work: () => Promise<void>): Promise<void> {
    this.quiet = this.quiet.then(work).catch((error: unknown) => void this.fail(error));
    return this.quiet;
  }

  /** Puts a signal, which carries the active span, among the inputs; `committed` is called once its effects are stored. */
  submit(signal: Signal, committed?: () => void): void {
    void this.queue.push({ from: 'self', signal, committed, trace: activeTrace() });
  }

  /** Resolves when everything that the broker stored and that waited at the time of the call is applied. */
  async caughtUp(): Promise<void> {
    await this.intakes.caughtUp();
    await this.progress.reach(this.queue.total);
  }

  /** Resolves when the broker stores all that was committed. */
  async published(): Promise<void> {
    await this.publisher.published();
  }

  /** Tells the readers' positions and prunes the outbox; `start` does it every 10 s. */
  async keepOutboxOnce(): Promise<void> {
    await this.keeper.keep(this.applied, this.heads);
  }

  /** Finishes the running turn, refuses requests that still wait, publishes everything. */
  async stop(): Promise<void> {
    this.ending = true;
    if (!this.round) this.end();
    // Its error goes to whoever opened it.
    await Promise.allSettled([this.opening]);
    if (!this.round) {
      await this.lease?.release();
      return;
    }
    this.queue.wake();
    await Promise.all([...this.services, this.intakes, this.keeper].map((listener) => listener.stop()));
    await this.loop;
    await this.line.idle();
    await this.quiet;
    if (this.failure) return;
    for (const input of this.queue.take(Number.MAX_SAFE_INTEGER)) {
      if (input.from === 'request') this.refuse(input.request);
    }
    await this.publisher.published();
    await this.options.handler.stopping?.();
    await this.lease?.release();
    this.end();
  }

  /** A database that is away, or only reads yet, is waited for. */
  private outlast<T>(what: string, work: () => Promise<T>): Promise<T> {
    return untilDone(work, what, this.deps);
  }

  private get deps() {
    const { bus, clock, database, log, metrics } = this.options;
    return { bus, clock, database, log, metrics, signal: this.stopping.signal };
  }

  private async listen(reads: readonly LogRead[]): Promise<void> {
    const { database } = this.options;
    const stored = await this.outlast('reading the positions', () => database.positions());
    const positions = stored.filter(({ subject }) => reads.some((log) => isCovered(log, subject)));
    for (const { subject, seq } of positions) this.applied.set(subject, seq);
    await this.intakes.open(reads, positions);
  }

  private onRequest(request: IncomingRequest): void {
    const { understands } = this.options.handler;
    if (this.queue.full || this.ending || this.failure || understands?.(request.subject) === false) {
      this.refuse(request);
      return;
    }
    const input: TurnInput = { from: 'request', request, heardAt: this.options.clock.steady() };
    void this.queue.push(input);
  }

  private refuse(request: IncomingRequest): void {
    this.options.metrics.refused();
    this.round?.respond(request, this.ending ? NOT_TAKEN : BUSY);
  }

  private async run(): Promise<void> {
    while (!this.ending && !this.failure) {
      await this.queue.nonEmpty();
      await this.line.room();
      try {
        if (!this.ending) await this.begin();
      } catch (error) {
        // The process was told to stop when it failed.
        this.options.log.debug({ err: error }, 'turns ended');
      }
    }
  }

  private async watchReadiness(): Promise<void> {
    try {
      await this.caughtUp();
    } catch (error) {
      this.fail(error);
    }
    if (this.ending || this.failure) return;
    this.hasCaughtUp = true;
    this.options.log.info({}, 'caught up with the logs');
  }

  private async keepOutbox(): Promise<void> {
    const { clock, log } = this.options;
    const { signal } = this.stopping;
    const failed = (error: unknown) => log.warn({ err: error }, 'keeping the outbox failed');
    const keep = () => this.keepOutboxOnce();
    await repeat(keep, { everyMs: KEEP_EVERY_MS, clock, signal, pauseFirst: true, failed }).catch(
      (error: unknown) => this.fail(error),
    );
  }

  private fail(cause: unknown): Error {
    const error = cause instanceof Error ? cause : new DefectError(String(cause));
    if (this.failure) return error;
    this.failure = error;
    this.options.log.fatal(endOf(error, 'turn_failed'), 'the turn failed, the process must end');
    this.end();
    this.options.onFatal(error);
    return error;
  }

  private end(): void {
    this.stopping.abort();
    this.progress.end();
    this.queue.wake();
  }
}
