import type { AttesterTally } from './tally';

/** What the attester tells of its work, after each round. */
export interface AttesterMetrics {
  report(figures: AttesterFigures): void;
}

export interface AttesterFigures extends ReturnType<AttesterTally['take']> {
  /** Trades that are not settled. */
  readonly trades: number;
  readonly liveAttestations: number;
  /** Requests that wait for their co-signature. */
  readonly waiting: number;
}

/** For simulations and tests, which measure nothing. */
export const silentAttesterMetrics: AttesterMetrics = { report: () => undefined };
