import type { ValueReport } from '@exchange/core/market-data';
import { signalsOf } from '@exchange/platform';
import { handle } from './market-data-turn';

/** What market-data tells itself. */
export type MarketDataSignal =
  /** A source of rates spoke. */
  | { readonly kind: 'values_heard'; readonly reports: readonly ValueReport[] }
  /** It is time to look for stale rates. */
  | { readonly kind: 'rates_due' }
  /** The window of the last 24 hours has moved. */
  | { readonly kind: 'window_moved' };

const signal = signalsOf<MarketDataSignal>();

export const takeValues = handle(signal('values_heard'), {
  decide(turn, { reports }) {
    for (const report of reports) turn.rates.take(report);
    turn.ratesMoved = true;
  },
});

export const lookForStaleRates = handle(signal('rates_due'), {
  decide(turn) {
    turn.ratesMoved = true;
  },
});

export const moveWindow = handle(signal('window_moved'), {
  decide({ markets, moved }) {
    for (const view of markets.all()) moved.add(view);
  },
});
