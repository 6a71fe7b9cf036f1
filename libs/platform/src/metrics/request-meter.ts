import { processMetrics, turnMetrics } from '@exchange/contract/metrics';
import { inSeconds, type Meters } from './meters';

/** Counts requests that ended, and how long that took. */
export interface RequestMeter {
  /** `subject`: of the request; `outcome`: `ok` or a code; `ms`: undefined when it isn't known when it began. */
  ended(subject: string, outcome: string, ms: number | undefined, traceId?: string): void;
}

/** For simulations and tests, which measure nothing. */
export const silentRequestMeter: RequestMeter = { ended: () => undefined };

/** The last token of a subject is the kind of the request. */
const kindOf = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);

/** Of requests to other services. */
export function askedMeter(meters: Meters): RequestMeter {
  return meterOf(meters, processMetrics.askedRequests, processMetrics.askedRequestSeconds);
}

/** Of requests that this service answers. */
export function servedMeter(meters: Meters): RequestMeter {
  return meterOf(meters, turnMetrics.servedRequests, turnMetrics.servedRequestSeconds);
}

type Counted = Parameters<Meters['count']>[0];
type Timed = Parameters<Meters['spread']>[0];

function meterOf(meters: Meters, counted: Counted, timed: Timed): RequestMeter {
  const counts = meters.count(counted);
  const seconds = meters.spread(timed);
  return {
    ended(subject, outcome, ms, traceId) {
      const kind = kindOf(subject);
      counts.of(kind, outcome).count += 1;
      if (ms !== undefined) seconds.of(kind).observe(inSeconds(ms), traceId);
    },
  };
}
