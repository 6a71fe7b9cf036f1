import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from '../app/error-boundary';
import { useListing } from '../exchange/use-exchange';
import { text } from '../text/en';
import { Notice } from '../ui/notice';
import { Book } from './book/book';
import { MarketList } from './list/market-list';
import { MarketHead } from './market-head';
import { pageMarket } from './page-market';
import { Trades } from './trades/trades';

/** What a narrow window shows one of at a time; a wide one has them all beside each other. */
const VIEWS = ['book', 'trades', 'markets'] as const;
type View = (typeof VIEWS)[number];

/** A market: its figures, its book, its trades, and the way to the others. */
export function MarketPage({ asked }: { asked: string | undefined }): ReactNode {
  const listing = useListing();
  const [view, setView] = useState<View>('book');
  const [first] = Object.keys(listing.markets);
  if (first === undefined) return <Notice title={text.app.noMarkets} hint={text.app.noMarketsHint} />;
  const market = pageMarket(listing, asked ?? first);
  return (
    <div className="trading" data-view={view}>
      {market === undefined ? (
        <div className="area-head">
          <Notice title={text.app.unlisted(asked ?? '')} hint={text.app.unlistedHint} />
        </div>
      ) : (
        <>
          <header className="area-head">
            <MarketHead market={market} />
          </header>
          <ErrorBoundary>
            <Book market={market} />
          </ErrorBoundary>
          <ErrorBoundary>
            <Trades market={market} />
          </ErrorBoundary>
        </>
      )}
      <MarketList current={market?.id ?? ''} chosen={() => setView('book')} />
      <nav className="views" aria-label={text.views.which}>
        {VIEWS.map((each) => (
          <button type="button" key={each} aria-pressed={each === view} onClick={() => setView(each)}>
            {text.views[each]}
          </button>
        ))}
      </nav>
    </div>
  );
}
