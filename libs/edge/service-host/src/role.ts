import { Gauge, type Registry } from 'prom-client';
import type { Turn } from '@exchange/platform';
import type { Readiness } from './readiness';

/** Says, to whoever asks for readiness or metrics, whether this process is the active one of its service or stands by. */
export function tellRole(turn: Turn, readiness: Readiness, registry: Registry): void {
  readiness.tell('role', () => (turn.isStandingBy ? 'standby' : 'active'));
  const gauge: Gauge = new Gauge({
    ...{ name: 'service_active', help: '1 in the active process of a service, 0 in its standby' },
    registers: [registry],
    collect: (): void => gauge.set(turn.isStandingBy ? 0 : 1),
  });
}
