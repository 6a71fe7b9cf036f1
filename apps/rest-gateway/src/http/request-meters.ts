import { gatewayMetrics } from '@exchange/contract/metrics';
import { type HttpMeter, httpMeter, type Meters } from '@exchange/platform';

/** What answers tell as they are sent. */
export interface RequestMeters extends HttpMeter {
  limited(): void;
}

/** For simulations and tests, which measure nothing. */
export const silentRequestMeters: RequestMeters = { answered: () => undefined, limited: () => undefined };

/** Measures the requests of a gateway. */
export function createRequestMeters(meters: Meters): RequestMeters {
  const limited = meters.count(gatewayMetrics.limiterHits).of('requests');
  return { ...httpMeter(meters), limited: () => void (limited.count += 1) };
}
