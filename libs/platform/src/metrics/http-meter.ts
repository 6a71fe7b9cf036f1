import { gatewayMetrics } from '@exchange/contract/metrics';
import { inSeconds, type Meters } from './meters';

/** Takes every answer of a server as it is sent. */
export interface HttpMeter {
  /** `route`: the endpoint's pattern, or `none`; `ms`: since the request came; `traceId`: if its trace is kept. */
  answered(route: string, status: number, ms: number, traceId?: string): void;
}

/** Counts and times requests over HTTP. */
export function httpMeter(meters: Meters): HttpMeter {
  const requests = meters.count(gatewayMetrics.httpRequests);
  const seconds = meters.spread(gatewayMetrics.httpSeconds);
  return {
    answered(route, status, ms, traceId) {
      requests.of(route, String(status)).count += 1;
      seconds.of(route).observe(inSeconds(ms), traceId);
    },
  };
}
