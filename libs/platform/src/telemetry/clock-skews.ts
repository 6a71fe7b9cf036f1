import { ALARM_EVERY_MS } from '@exchange/core/kernel';
import { Gauge, type Registry } from 'prom-client';
import type { SkewReport } from '../inbox/sender-clocks';
import type { Clock, Log } from '../ports';

/** Machines that keep their time are closer together than this. */
const ALARM_MS = 1_000;

/** Tells by how much the clocks of senders are off: a metric for each, and an alarm once a minute while it is much. */
export function reportSkews(registry: Registry, { log, clock }: { log: Log; clock: Clock }): SkewReport {
  const gauge = new Gauge({
    name: 'clock_skew_seconds',
    help: 'How far this clock is ahead of that of a sender of commands',
    labelNames: ['sender'],
    registers: [registry],
  });
  let alarmedAt = Number.NEGATIVE_INFINITY;
  return (sender, skewMs) => {
    gauge.set({ sender }, skewMs / 1_000);
    if (Math.abs(skewMs) < ALARM_MS || clock.steady() - alarmedAt < ALARM_EVERY_MS) return;
    alarmedAt = clock.steady();
    log.error({ alarm: 'clock_skew', sender, skewMs }, 'the clocks of two services are apart');
  };
}
