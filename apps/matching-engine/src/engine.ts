import {
  type Bus,
  type Clock,
  type Database,
  type LeaseTerms,
  type Log,
  MAIN_WRITER,
  Turn,
  type TurnMetrics,
} from '@exchange/platform';
import { FIRST, OTHERS } from './assignment/market-map';
import { MarketMoves } from './assignment/market-moves';
import { EngineTurn } from './engine-turn';
import type { EngineSignal } from './inbox/engine-signal';
import type { MapEntry } from './persistence/tables';
import { RecordSnapshots, type SnapshotMaker } from './snapshots/snapshot-maker';
import { Standby } from './standby/standby';
import { warmUp } from './warm-up';

export interface EngineSettings {
  /** The engine's name, which is also its writer's. */
  readonly engine?: string | undefined;
  /** With which the map of markets begins; all are `main`'s without. */
  readonly firstMap?: readonly MapEntry[] | undefined;
  /** Reports of a market after which it gets a new snapshot. */
  readonly snapshotEvery?: number | undefined;
  /** Events after which the rest of the markets' work waits for the next turn. */
  readonly eventsPerTurn?: number | undefined;
  /** How long a restarted market waits for rates of its pegged orders at most. */
  readonly ratesWaitMs?: number | undefined;
  /** Commands to throw away before the first turn. */
  readonly warmUpCommands?: number | undefined;
  /** With one this process stands by while another holds it; without one it becomes the writer at once. */
  readonly lease?: LeaseTerms | undefined;
  /** Makes snapshots; without one they are made within the turns, which is for small books. */
  readonly snapshots?: SnapshotMaker | undefined;
  /** Told of each order how long ago the ledger accepted it, in ms, when it is decided on. */
  readonly matched?: ((ms: number) => void) | undefined;
}

/** What the engine's rules stand on. */
export interface EnginePorts {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  submit(signal: EngineSignal): void;
  /** This process is no longer the one to write: it must end. */
  onLost(error: Error): void;
}

const ALL_MARKETS: readonly MapEntry[] = [{ seq: FIRST, market: OTHERS, engine: MAIN_WRITER }];
/** A process that has no other beside it needs no name. */
const ALONE = 'alone';

/** The engine's side of the turn over the ports: the same in production, in tests and in the simulation. */
export function engineHandler(ports: EnginePorts, settings: EngineSettings = {}): EngineTurn {
  const { database, log, clock } = ports;
  const { engine = MAIN_WRITER, firstMap = ALL_MARKETS, lease, warmUpCommands = 0 } = settings;
  return new EngineTurn({
    ...{ engine, instance: instanceOf(settings), firstMap, database, clock, log },
    prompt: (signal) => ports.submit(signal),
    warmUp: () => log.debug(warmUp(warmUpCommands), 'warmed up'),
    standby: lease && new Standby({ ...ports, engine, lease }),
    snapshots: settings.snapshots ?? new RecordSnapshots(database, log),
    snapshotEvery: settings.snapshotEvery ?? 1_000,
    eventsPerTurn: settings.eventsPerTurn ?? 20_000,
    ratesWaitMs: settings.ratesWaitMs ?? 10_000,
    matched: settings.matched ?? (() => undefined),
  });
}

const instanceOf = ({ lease }: EngineSettings): string => lease?.holder ?? ALONE;

/** What moves markets between this engine and others, over the turn that has the handler. */
export const marketMoves = (
  turn: Turn,
  handler: EngineTurn,
  ports: Pick<EnginePorts, 'database' | 'log' | 'clock'>,
  settings: EngineSettings = {},
): MarketMoves =>
  new MarketMoves(turn, handler, {
    ...{ database: ports.database, log: ports.log, clock: ports.clock },
    ...{ engine: settings.engine ?? MAIN_WRITER, instance: instanceOf(settings) },
  });

/**
 * Lets the markets get back the status they had, now that everything that waited when the engine started is applied. To
 * be called once, after the turn has opened.
 */
export async function reopenMarkets(turn: Turn): Promise<void> {
  await turn.caughtUp();
  turn.submit({ kind: 'caught_up' } satisfies EngineSignal);
}

/** The outside world of an engine that somebody drives by hand. */
export interface EngineOptions extends EngineSettings {
  readonly bus: Bus;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TurnMetrics;
  /** The process must end now. */
  readonly onFatal: (error: Error) => void;
  readonly verify?: boolean;
}

/** The engine without Nest: open its turn, step it, and reopen the markets. */
export class Engine {
  readonly turn: Turn;
  readonly handler: EngineTurn;
  readonly moves: MarketMoves;

  constructor(options: EngineOptions) {
    const submit = (signal: EngineSignal) => this.turn.submit(signal);
    this.handler = engineHandler({ ...options, submit, onLost: options.onFatal }, options);
    // The handler waits for its lease by itself, since it follows the record meanwhile.
    const lease = undefined;
    this.turn = new Turn({ ...options, lease, name: 'matching-engine', handler: this.handler });
    this.moves = marketMoves(this.turn, this.handler, options, options);
  }
}
