import { ALARM_EVERY_MS } from '@exchange/core/kernel';
import type { Clock, Log } from '../ports';
import { repeat } from '../repeat';

/** It is asked each second; what lasts shorter is a restart of it, or of a network. */
const SILENT_MS_MIN = 30_000;
const LOOK_EVERY_MS = 1_000;
/** A process that was frozen hears the broker again within so many looks. */
const LOOKS_MIN = 3;

/** Raises the alarm while the broker is not heard of, at once and again each minute, until `signal` is aborted. */
export function tellSilence(
  bus: { readonly silentMs: number },
  { log, clock, signal }: { readonly log: Log; readonly clock: Clock; readonly signal: AbortSignal },
): void {
  let looks = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    const { silentMs } = bus;
    const now = clock.steady();
    looks = silentMs < SILENT_MS_MIN ? 0 : looks + 1;
    if (looks === 0) saidAt = Number.NEGATIVE_INFINITY;
    if (looks < LOOKS_MIN || now - saidAt < ALARM_EVERY_MS) return;
    saidAt = now;
    log.error({ alarm: 'broker_unheard', silentMs }, 'the broker is not heard of');
  };
  void repeat(look, { everyMs: LOOK_EVERY_MS, clock, signal });
}
