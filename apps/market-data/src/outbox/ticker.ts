import { dataTicker } from '@exchange/contract/bus';
import type { NoticeOutput } from '@exchange/platform';
import type { MarketView } from '../markets/market-view';

/** The tickers that are not what was told last. `at`: Unix ms. */
export function tickerNotices(views: Iterable<MarketView>, at: number): readonly NoticeOutput[] {
  const notices: NoticeOutput[] = [];
  for (const view of views) {
    const ticker = view.changedTicker(at);
    if (!ticker) continue;
    const { market, seq } = view;
    notices.push({ subject: dataTicker.subject(market), data: dataTicker.encode({ market, seq, ticker }) });
  }
  return notices;
}
