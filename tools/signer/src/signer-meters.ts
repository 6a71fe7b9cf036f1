import { signerMetrics } from '@exchange/contract/metrics';
import type { KeyRole } from '@exchange/edge/keys';
import {
  inSeconds,
  measureProcess,
  Meters,
  type PlatformConfig,
  type RaisedAlarms,
} from '@exchange/platform';
import { REFUSAL_CODES, type RefusalCode } from './policy/draft';

/** What is answered when it is the signer's own fault. */
export const FAILED = 'FAILED';

/** How a request for a signature ended. */
export type SigningOutcome = 'signed' | RefusalCode | typeof FAILED;

/** Takes every answer to a request for a signature. */
export interface SigningMeter {
  /** `ms`: since the request came. */
  answered(key: KeyRole, outcome: SigningOutcome, ms: number): void;
}

/** What the process of the signer measures of itself. */
export function metersFor(
  { metrics, buildId }: Pick<PlatformConfig, 'metrics' | 'buildId'>,
  alarms: RaisedAlarms,
): Meters {
  const meters = new Meters('signer', metrics);
  measureProcess(meters, buildId, alarms);
  return meters;
}

/** Counts and times requests for signatures; what may come of a request to each of these keys is there from 0 on. */
export function signingMeter(meters: Meters, keys: Iterable<KeyRole>): SigningMeter {
  const requests = meters.count(signerMetrics.signerRequests);
  const seconds = meters.spread(signerMetrics.signerSeconds);
  for (const key of keys)
    for (const outcome of ['signed', ...REFUSAL_CODES, FAILED]) requests.of(key, outcome);
  return {
    answered(key, outcome, ms) {
      requests.of(key, outcome).count += 1;
      seconds.of(key).observe(inSeconds(ms));
    },
  };
}
