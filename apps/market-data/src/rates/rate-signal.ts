import type { WorthReport } from '@exchange/core/market-data';

/** What market-data tells itself about rates: a source spoke, or it is time to look for stale ones. */
export type RateSignal =
  | { readonly kind: 'worths_heard'; readonly reports: readonly WorthReport[] }
  | { readonly kind: 'rates_due' };

export const worthsHeard = (reports: readonly WorthReport[]): RateSignal => ({
  kind: 'worths_heard',
  reports,
});

export const ratesDue: RateSignal = { kind: 'rates_due' };

export const isRateSignal = (signal: unknown): signal is RateSignal =>
  typeof signal === 'object' &&
  signal !== null &&
  'kind' in signal &&
  (signal.kind === 'worths_heard' || signal.kind === 'rates_due');
