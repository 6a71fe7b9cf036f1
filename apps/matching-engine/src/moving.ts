import { CLOCK, DATABASE, LOG, TURN, TURN_HANDLER } from '@exchange/edge/service-host';
import { type Clock, type Database, endOf, type Log, repeat, type Turn } from '@exchange/platform';
import type { FactoryProvider, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { MarketMoves } from './assignment/market-moves';
import { type EngineSettings, marketMoves } from './engine';
import type { EngineTurn } from './engine-turn';

const LOOK_EVERY_MS = 100;

/** Looks at the map of markets for as long as this process is the active one of its engine. */
export class Moving implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  static of(settings: EngineSettings): FactoryProvider {
    return {
      provide: Moving,
      inject: [TURN, TURN_HANDLER, DATABASE, CLOCK, LOG],
      useFactory: (...[turn, handler, database, clock, log]: [Turn, EngineTurn, Database, Clock, Log]) => {
        const ports = { database, clock, log };
        return new Moving(turn, marketMoves(turn, handler, ports, settings), ports);
      },
    };
  }

  constructor(
    private readonly turn: Turn,
    private readonly moves: MarketMoves,
    private readonly ports: { readonly clock: Clock; readonly log: Log },
  ) {}

  onApplicationBootstrap(): void {
    const { clock, log } = this.ports;
    // What waited at the start is applied first.
    const look = async () => (this.turn.ready ? this.moves.look() : undefined);
    const failed = (error: unknown) => log.warn({ err: error }, 'moving markets failed, trying again');
    const every = { everyMs: LOOK_EVERY_MS, clock, signal: this.stopping.signal, failed };
    void repeat(look, every).catch((error: unknown) => {
      log.fatal(endOf(error), 'markets can’t be moved, this process ends');
      process.exit(1);
    });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }
}
