import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from '../app/error-boundary';
import { OrderPanel } from '../entry/form/order-form';
import { useCell, useListing } from '../exchange/use-exchange';
import { OwnPanel } from '../own/own-panel';
import { text } from '../text/en';
import { Notice } from '../ui/notice';
import { Book } from './book/book';
import { bookEvent, FIRST_CHOICE } from './book/book-choice';
import { useBookFeed } from './book/use-book-feed';
import { ChartPanel } from './chart/chart-panel';
import { MarketList } from './list/market-list';
import { MarketHead } from './market-head';
import { pageMarket, type PageMarket } from './page-market';
import { MARKET_VIEWS, shownView } from './shown-view';
import { Trades } from './trades/trades';

/** A market: its figures, its chart, its book, its trades, and the way to the others. */
export function MarketPage({ asked }: { asked: string | undefined }): ReactNode {
  const listing = useListing();
  const view = useCell(shownView);
  const [first] = Object.keys(listing.markets);
  if (first === undefined) return <Notice isView title={text.app.noMarkets} hint={text.app.noMarketsHint} />;
  const market = pageMarket(listing, asked ?? first);
  return (
    <div className={market === undefined ? 'trading without-market' : 'trading'} data-view={view}>
      {market === undefined ? (
        <div className="area-head">
          <Notice isView title={text.app.unlisted(asked ?? '')} hint={text.app.unlistedHint} />
        </div>
      ) : (
        <MarketParts market={market} key={market.id} />
      )}
      <ErrorBoundary>
        <OwnPanel market={market?.id} />
      </ErrorBoundary>
      <MarketList current={market?.id ?? ''} chosen={() => shownView.set('chart')} />
      <nav className="views" aria-label={text.views.which}>
        {MARKET_VIEWS.map((each) => (
          <button type="button" key={each} aria-pressed={each === view} onClick={() => shownView.set(each)}>
            {text.views[each]}
          </button>
        ))}
      </nav>
    </div>
  );
}

/** The parts that are of one market. */
function MarketParts({ market }: { market: PageMarket }): ReactNode {
  const [choice, choose] = useState(FIRST_CHOICE);
  const book = useBookFeed(market, bookEvent(choice));
  return (
    <>
      <header className="area-head">
        <MarketHead market={market} />
      </header>
      <ErrorBoundary>
        <ChartPanel market={market} feed={book.feed} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Book {...{ market, book, choice, choose }} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Trades market={market} />
      </ErrorBoundary>
      <ErrorBoundary>
        <OrderPanel market={market.id} />
      </ErrorBoundary>
    </>
  );
}
