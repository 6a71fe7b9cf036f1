import { gatewayMetrics } from '@exchange/contract/metrics';
import type { CommandName } from '@exchange/core/wire';
import { inSeconds, type Meters } from '@exchange/platform';
import type { QueueBudget } from './connection/queue-budget';

/** Why we ended a connection. */
export type DropReason = 'slow' | 'silent' | 'frame' | 'defect' | 'restart';
/** Which limit refused something. */
export type ReachedLimit = 'connections' | 'address_points' | 'points' | 'account_points';

/** What commands and connections tell as it happens. */
export interface EdgeMeters {
  /** A command had its first answer; `ms`: since its frame came, unless it was refused as it came; `traceId`: if it is kept. */
  command(name: CommandName | 'none', outcome: string, ms: number | undefined, traceId?: string): void;
  limited(limit: ReachedLimit): void;
  dropped(reason: DropReason): void;
  /** An account is told of its trade so long after the engine's decision. */
  tradeTold(ms: number, traceId?: string): void;
}

/** For simulations and tests, which measure nothing. */
export const silentEdgeMeters: EdgeMeters = {
  command: () => undefined,
  limited: () => undefined,
  dropped: () => undefined,
  tradeTold: () => undefined,
};

interface Measured {
  readonly connections: Iterable<{ readonly session: object | undefined }> & { readonly size: number };
  readonly budget: Pick<QueueBudget, 'bytes'>;
  readonly queuesBytesMax: number;
  readonly dataAgeMs: () => number;
}

/** Measures a gateway's connections, and takes what they tell. */
export function createEdgeMeters(meters: Meters, measured: Measured): EdgeMeters {
  const { connections, budget, queuesBytesMax, dataAgeMs } = measured;
  meters.read(gatewayMetrics.connections, () => connections.size);
  meters.read(gatewayMetrics.sessions, () => {
    let count = 0;
    for (const { session } of connections) if (session !== undefined) count += 1;
    return count;
  });
  meters.read(gatewayMetrics.queuedBytes, () => budget.bytes);
  meters.read(gatewayMetrics.queuedBytesMax, () => queuesBytesMax);
  meters.read(gatewayMetrics.dataAge, () => inSeconds(dataAgeMs()));
  const commands = meters.count(gatewayMetrics.commandsEnded);
  const seconds = meters.spread(gatewayMetrics.commandSeconds);
  const limits = meters.count(gatewayMetrics.limiterHits);
  const dropped = meters.count(gatewayMetrics.dropped);
  const told = meters.spread(gatewayMetrics.toldSeconds).of();
  return {
    command(name, outcome, ms, traceId) {
      commands.of(name, outcome).count += 1;
      if (ms !== undefined) seconds.of(name).observe(inSeconds(ms), traceId);
    },
    limited: (limit) => void (limits.of(limit).count += 1),
    dropped: (reason) => void (dropped.of(reason).count += 1),
    tradeTold: (ms, traceId) => told.observe(inSeconds(Math.max(0, ms)), traceId),
  };
}
