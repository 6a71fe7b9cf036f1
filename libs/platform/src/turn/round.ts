import { DefectError, type ServiceName } from '@exchange/core/kernel';
import {
  type Bus,
  type Clock,
  type Decision,
  type IncomingRequest,
  type Log,
  type LogPosition,
  type NoticeOutput,
  type Records,
  type TracePoint,
  type TurnCommit,
  type TurnHandler,
  type TurnInput,
  writeLine,
} from '../ports';
import { EntitySchema } from 'typeorm';
import { withTrace } from '../telemetry/spans';
import type { LogNumbers } from './log-numbers';
import { isFatal, untilDone } from './retry';
import type { TurnMetrics } from './turn-metrics';
import { TurnTrace } from './turn-trace';

interface RoundDeps {
  readonly name: ServiceName;
  readonly handler: TurnHandler;
  /** What `prepare` reads. */
  readonly records: Records;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TurnMetrics;
  readonly signal: AbortSignal;
  /** Rows can't be changed any more once they are decided, so that who tries to is found. */
  readonly verify: boolean;
}

/** A turn whose effects are in memory, and of which nobody hears before it is committed. */
export interface DecidedTurn {
  readonly inputs: readonly TurnInput[];
  readonly commit: TurnCommit;
  readonly decision: Decision;
  readonly traced: TurnTrace | undefined;
  /** Inputs that waited when it was begun. */
  readonly waiting: number;
  readonly prepareMs: number;
  readonly decideMs: number;
  /** By the clock of the metrics. */
  readonly decidedAt: number;
}

/** What one turn does with its inputs: prepare and decide, and when it is committed, tell. */
export class Round {
  private lastAt = 0;

  constructor(
    private readonly numbers: LogNumbers,
    private readonly deps: RoundDeps,
  ) {}

  /** Prepares and decides; faults are retried, so it rejects only on fatal errors. */
  async run(inputs: readonly TurnInput[], waiting: number): Promise<DecidedTurn> {
    const traced = TurnTrace.begin(this.deps.name, inputs, waiting);
    try {
      return await this.turn(inputs, waiting, traced);
    } catch (error) {
      traced?.end(error);
      throw error;
    }
  }

  private async turn(
    inputs: readonly TurnInput[],
    waiting: number,
    traced: TurnTrace | undefined,
  ): Promise<DecidedTurn> {
    const { handler, metrics, records } = this.deps;
    const started = metrics.now();
    const prepare = async () => handler.prepare(inputs, records);
    const material = await untilDone(prepare, 'preparing a turn', this.deps);
    const preparedAt = metrics.now();
    traced?.reached('prepared');
    const decision = this.decisionOn(material);
    const commit = {
      changes: decision.changes,
      positions: newPositions(inputs),
      outbox: decision.logs.map((output) => this.numbers.number(output, traced?.point)),
    };
    if (this.deps.verify) freeze(commit.changes);
    const decidedAt = metrics.now();
    traced?.reached('decided');
    const [prepareMs, decideMs] = [preparedAt - started, decidedAt - preparedAt];
    return { inputs, waiting, traced, decision, commit, prepareMs, decideMs, decidedAt };
  }

  /** After its commit: replies, notices and lines, then whoever waits for a signal's effects. */
  tell({ inputs, traced, decision, prepareMs, decideMs, decidedAt }: DecidedTurn): void {
    const { metrics } = this.deps;
    traced?.reached('committed');
    const commitMs = metrics.now() - decidedAt;
    metrics.turn({ inputs: inputs.length, prepareMs, decideMs, commitMs });
    this.tellAll(decision, traced?.point);
    traced?.end();
    for (const input of inputs) if (input.from === 'self') input.committed?.();
  }

  /** After commits and after telling: what can go wrong here is tried again with the next one. */
  async afterwards(): Promise<void> {
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

  private tellAll({ replies, notices, lines }: Decision, trace: TracePoint | undefined): void {
    const { clock, log, metrics } = this.deps;
    const at = clock.steady();
    for (const { request, data, outcome = 'ok', heardAt } of replies) {
      this.respond(request, data);
      const ms = heardAt === undefined ? undefined : at - heardAt;
      metrics.served({ subject: request.subject, outcome, ms, traceId: request.trace?.traceId });
    }
    withTrace(trace, () => {
      for (const notice of notices) this.notify(notice);
      for (const line of lines) writeLine(log, line);
    });
  }

  private notify({ subject, data }: NoticeOutput): void {
    try {
      this.deps.bus.publish(subject, data);
    } catch (error) {
      this.deps.log.warn({ err: error, subject }, 'notice could not be sent');
    }
  }
}

/** Rows wait for their commit while later turns are decided, so they mustn't be the state itself. */
function freeze(value: unknown): void {
  const isOpen = typeof value === 'object' && value !== null && !Object.isFrozen(value);
  if (!isOpen || value instanceof EntitySchema || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
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
