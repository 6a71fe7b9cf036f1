import type { ServiceName } from '@exchange/contract/bus';
import { DefectError } from '@exchange/core/kernel';
import type {
  Bus,
  Clock,
  Database,
  Decision,
  IncomingRequest,
  Log,
  LogPosition,
  NoticeOutput,
  TracePoint,
  TurnCommit,
  TurnHandler,
  TurnInput,
} from '../ports';
import { withTrace } from '../telemetry/spans';
import type { LogNumbers } from './log-numbers';
import { isFatal, untilDone } from './retry';
import type { TurnMetrics } from './turn-metrics';
import { TurnTrace } from './turn-trace';

interface RoundDeps {
  readonly name: ServiceName;
  readonly handler: TurnHandler;
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TurnMetrics;
  readonly signal: AbortSignal;
  /** Throws when another process has become the writer; undefined where only the commit can tell. */
  readonly confirm: (() => Promise<void>) | undefined;
}

/** Prepare, decide, commit, tell: what one turn does with its inputs. */
export class Round {
  private lastAt = 0;

  constructor(
    private readonly numbers: LogNumbers,
    private readonly deps: RoundDeps,
  ) {}

  /** Runs one turn and returns what it committed; faults are retried, so it rejects only on fatal errors. */
  async run(inputs: readonly TurnInput[], waiting: number): Promise<TurnCommit> {
    const traced = TurnTrace.begin(this.deps.name, inputs, waiting);
    try {
      const told = await this.turn(inputs, waiting, traced);
      traced?.end();
      return told;
    } catch (error) {
      traced?.end(error);
      throw error;
    }
  }

  private async turn(
    inputs: readonly TurnInput[],
    waiting: number,
    traced: TurnTrace | undefined,
  ): Promise<TurnCommit> {
    const { handler, metrics } = this.deps;
    const started = metrics.now();
    const material = await untilDone(async () => handler.prepare(inputs), 'preparing a turn', this.deps);
    const prepared = metrics.now();
    traced?.reached('prepared');
    const decision = this.decisionOn(material);
    const turn = {
      changes: decision.changes,
      positions: newPositions(inputs),
      outbox: decision.logs.map((output) => this.numbers.number(output, traced?.point)),
    };
    const decided = metrics.now();
    traced?.reached('decided');
    await this.commit(turn);
    traced?.reached('committed');
    const [prepareMs, decideMs, commitMs] = [prepared - started, decided - prepared, metrics.now() - decided];
    metrics.turn({ inputs: inputs.length, waiting, prepareMs, decideMs, commitMs });
    this.tell(decision, traced?.point);
    return turn;
  }

  /** After the commit and after telling: what can go wrong here is tried again with the next turn. */
  async afterwards(inputs: readonly TurnInput[]): Promise<void> {
    for (const input of inputs) if (input.from === 'self') input.committed?.();
    try {
      await this.deps.handler.committed?.();
    } catch (error) {
      if (isFatal(error)) throw error;
      this.deps.log.warn({ err: error }, 'work after a commit failed');
    }
  }

  /** Answers a request; a broker that is gone loses the reply, and the sender learns that by its timeout. */
  respond(request: IncomingRequest, data: Uint8Array): void {
    try {
      request.respond(data);
    } catch (error) {
      this.deps.log.warn({ err: error, subject: request.subject }, 'reply could not be sent');
    }
  }

  private decisionOn(prepared: unknown): Decision {
    this.lastAt = Math.max(this.lastAt, this.deps.clock.now());
    try {
      return this.deps.handler.decide(prepared, this.lastAt, this.deps.clock.steady());
    } catch (error) {
      // It is pure: whatever it throws is a bug, and memory may be half changed.
      if (error instanceof DefectError) throw error;
      throw new DefectError(`decide threw: ${String(error)}`, { cause: error });
    }
  }

  private async commit(turn: TurnCommit): Promise<void> {
    const { database, metrics, confirm } = this.deps;
    if (turn.changes.length + turn.positions.length + turn.outbox.length === 0) {
      // No commit checks the epoch, and what a former writer remembers is old.
      if (confirm) await untilDone(confirm, 'confirming the lease', this.deps);
      return;
    }
    let tries = 0;
    const once = () => {
      tries += 1;
      if (tries > 1) metrics.commitRetried();
      return database.commit(turn);
    };
    await untilDone(once, 'commit', this.deps);
  }

  private tell({ replies, notices, lines }: Decision, trace: TracePoint | undefined): void {
    for (const { request, data } of replies) this.respond(request, data);
    withTrace(trace, () => {
      for (const notice of notices) this.notify(notice);
    });
    const { log } = this.deps;
    for (const { level, fields, message } of lines) log[level](fields, message);
  }

  private notify({ subject, data }: NoticeOutput): void {
    try {
      this.deps.bus.publish(subject, data);
    } catch (error) {
      this.deps.log.warn({ err: error, subject }, 'notice could not be sent');
    }
  }
}

/** The last entry of each log subject among the inputs. */
function newPositions(inputs: readonly TurnInput[]): LogPosition[] {
  const positions = new Map<string, LogPosition>();
  for (const input of inputs) {
    if (input.from !== 'log') continue;
    const { subject, seq, hint } = input.entry;
    positions.set(subject, hint === undefined ? { subject, seq } : { subject, seq, hint });
  }
  return [...positions.values()];
}
