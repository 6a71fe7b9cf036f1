import { type Bus, type Clock, type Database, type Log, Turn, type TurnMetrics } from '@exchange/platform';
import { EngineTurn } from './engine-turn';
import type { EngineSignal } from './inbox/engine-signal';

export interface EngineBounds {
  /** Reports of a market after which it gets a new snapshot. */
  readonly snapshotEvery?: number | undefined;
  /** Events of one market after which the rest of its work waits for the next turn. */
  readonly eventsPerTurn?: number | undefined;
}

/** The engine's side of the turn over the ports: the same in production, in tests and in the simulation. */
export function engineHandler(
  ports: { database: Database; log: Log; submit(signal: EngineSignal): void },
  { snapshotEvery = 1_000, eventsPerTurn = 20_000 }: EngineBounds = {},
): EngineTurn {
  const { database, log } = ports;
  const prompt = (signal: EngineSignal) => ports.submit(signal);
  return new EngineTurn({ database, log, prompt, snapshotEvery, eventsPerTurn });
}

/**
 * Gives the markets back the status they had once everything that waited when the engine started is applied. To be
 * called once, after the turn has opened.
 */
export async function reopenMarkets(turn: Turn): Promise<void> {
  await turn.caughtUp();
  turn.submit({ kind: 'caught_up' } satisfies EngineSignal);
}

/** The outside world of an engine that somebody drives by hand. */
export interface EngineOptions extends EngineBounds {
  readonly bus: Bus;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TurnMetrics;
  /** The process must end now. */
  readonly onFatal: (error: Error) => void;
  readonly verifyLogs?: boolean;
}

/** The engine without Nest: open its turn, step it, and reopen the markets. */
export class Engine {
  readonly turn: Turn;

  constructor({ snapshotEvery, eventsPerTurn, ...around }: EngineOptions) {
    const submit = (signal: EngineSignal) => this.turn.submit(signal);
    const handler = engineHandler({ ...around, submit }, { snapshotEvery, eventsPerTurn });
    this.turn = new Turn({ name: 'matching-engine', handler, ...around });
  }

  async reopen(): Promise<void> {
    await reopenMarkets(this.turn);
  }
}
