import { marketMetrics } from '@exchange/contract/metrics';
import { ALARM_EVERY_MS } from '@exchange/core/kernel';
import type { SkewReport } from '../inbox/sender-clocks';
import type { Clock, Log } from '../ports';
import { inSeconds, type Meters } from './meters';

/** Machines that keep their time are closer together than this. */
const ALARM_MS = 1_000;
/** A sender that says nothing for so long is none any more. */
const SILENT_MS = 60_000;
/** Gateways' processes have names of their own; so many are told apart. */
const SENDERS_MAX = 1_000;

/** Tells by how much the clocks of senders are off: a metric of the worst, and an alarm once a minute while it is much. */
export function reportSkews(meters: Meters, { log, clock }: { log: Log; clock: Clock }): SkewReport {
  const skews = new Map<string, { skewMs: number; heardAt: number }>();
  meters.read(marketMetrics.skew, () => {
    const since = clock.steady() - SILENT_MS;
    let worst = 0;
    for (const [sender, { skewMs, heardAt }] of skews) {
      if (heardAt < since) skews.delete(sender);
      else if (Math.abs(skewMs) > Math.abs(worst)) worst = skewMs;
    }
    return inSeconds(worst);
  });
  let alarmedAt = Number.NEGATIVE_INFINITY;
  return (sender, skewMs) => {
    const heardAt = clock.steady();
    if (skews.size < SENDERS_MAX || skews.has(sender)) skews.set(sender, { skewMs, heardAt });
    if (Math.abs(skewMs) < ALARM_MS || heardAt - alarmedAt < ALARM_EVERY_MS) return;
    alarmedAt = heardAt;
    log.error({ alarm: 'clock_skew', sender, skewMs }, 'the clocks of two services are apart');
  };
}
