import { engineCommands } from '@exchange/contract/bus';
import { BUS, LOG, READINESS, TURN, TURN_HANDLER } from '@exchange/edge/service-host';
import {
  type Bus,
  type Log,
  type Readiness,
  serveRequest,
  type Subscription,
  type Turn,
} from '@exchange/platform';
import type { FactoryProvider, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { EngineTurn } from '../engine-turn';

/**
 * Hears of operators whether this process may take its engine, also while it stands by. An active process that may not any more
 * stops as on SIGTERM; whoever starts it again finds it standing by.
 */
export class Draining implements OnApplicationBootstrap, OnModuleDestroy {
  private serving: Subscription | undefined;

  static of(engine: string, process: string): FactoryProvider {
    return {
      provide: Draining,
      inject: [BUS, TURN, TURN_HANDLER, READINESS, LOG],
      useFactory: (...[bus, turn, handler, readiness, log]: [Bus, Turn, EngineTurn, Readiness, Log]) =>
        new Draining(engine, process, bus, turn, handler, readiness, log),
    };
  }

  constructor(
    private readonly engine: string,
    private readonly name: string,
    private readonly bus: Bus,
    private readonly turn: Turn,
    private readonly handler: EngineTurn,
    readiness: Readiness,
    private readonly log: Log,
  ) {
    readiness.tell('drained', () => (this.handler.place?.isDrained === true ? 'yes' : 'no'));
  }

  async onApplicationBootstrap(): Promise<void> {
    const { place } = this.handler;
    if (place === undefined) return;
    const { drainEngine } = engineCommands;
    const filter = drainEngine.pattern.replace('*.*', `${this.engine}.${this.name}`);
    this.serving = await serveRequest(this.bus, drainEngine, filter, {
      log: this.log,
      answer: async (wish) => {
        const answered = await place.drain(wish);
        if (answered.ok && place.isDrained && !this.turn.isStandingBy) this.leave();
        return answered;
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.serving?.stop();
  }

  private leave(): void {
    this.log.info({ process: this.name }, 'drained: another process of this engine takes over');
    // After the answer is on its way.
    setImmediate(() => process.kill(process.pid, 'SIGTERM'));
  }
}
