import { type Bus, type Clock, type Database, type Log, Turn, type TurnMetrics } from '@exchange/platform';
import { EngineTurn } from './engine-turn';

/** The outside world of an engine, and its bounds. */
export interface EngineOptions {
  readonly bus: Bus;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TurnMetrics;
  /** The process must end now. */
  readonly onFatal: (error: Error) => void;
  readonly snapshotEvery?: number;
  readonly eventsPerTurn?: number;
  readonly verifyLogs?: boolean;
}

/** The matching engine over the ports: the same in production, in tests and in the simulation. */
export class Engine {
  readonly turn: Turn;

  constructor(private readonly options: EngineOptions) {
    const { database, log, snapshotEvery = 1_000, eventsPerTurn = 20_000, ...around } = options;
    const handler = new EngineTurn({
      database,
      log,
      snapshotEvery,
      eventsPerTurn,
      prompt: (signal) => this.turn.submit(signal),
    });
    this.turn = new Turn({ name: 'matching-engine', database, log, handler, ...around });
  }

  /** Runs turns until it is stopped; rejects when it can't open. Markets open once everything that waited is applied. */
  async start(): Promise<void> {
    await this.turn.start();
    void this.reopen().catch((error: unknown) => {
      this.options.log.error({ err: error }, 'markets stay cancel_only: the engine could not catch up');
    });
  }

  /** Opens the markets when all that waited is applied. `start` does it; whoever drives the turn by hand calls it. */
  async reopen(): Promise<void> {
    await this.turn.caughtUp();
    this.turn.submit({ kind: 'caught_up' });
  }

  async stop(): Promise<void> {
    await this.turn.stop();
  }
}
