import { METRICS, READINESS, type Readiness, TURN } from '@exchange/edge/service-host';
import type { Turn } from '@exchange/platform';
import { type FactoryProvider } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';

/** Says, to whoever asks for readiness or metrics, which engine this is, and whether it is the active process of it. */
export class RoleTelling {
  static of(engine: string): FactoryProvider {
    return {
      provide: RoleTelling,
      inject: [READINESS, METRICS, TURN],
      useFactory: (readiness: Readiness, registry: Registry, turn: Turn) =>
        new RoleTelling(engine, readiness, registry, turn),
    };
  }

  constructor(
    engine: string,
    readiness: Readiness,
    registry: Registry,
    private readonly turn: Turn,
  ) {
    readiness.tell('engine', () => engine);
    const isActive = () => this.isActive;
    const gauge: Gauge<'engine'> = new Gauge({
      ...{ name: 'engine_active', help: '1 in the active process of an engine, 0 in its standby' },
      ...{ labelNames: ['engine'], registers: [registry] },
      collect: (): void => gauge.set({ engine }, isActive()),
    });
  }

  private get isActive(): number {
    return this.turn.isStandingBy ? 0 : 1;
  }
}
