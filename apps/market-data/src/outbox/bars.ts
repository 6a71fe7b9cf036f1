import { dataBar } from '@exchange/contract/bus';
import type { PrecisionBar } from '@exchange/core/market-data';
import type { NoticeOutput } from '@exchange/platform';
import type { MarketView } from '../markets/market-view';

/**
 * The bars that changed, each precision's older one first; none before the market is listed, which says what decimals
 * its amounts have.
 */
export function barNotices(view: MarketView, changed: readonly PrecisionBar[]): readonly NoticeOutput[] {
  const { market, seq } = view;
  return view.shown(changed).map(({ precision, bar }) => ({
    subject: dataBar.subject(market, precision),
    data: dataBar.encode({ market, precision, seq, bar }),
  }));
}
