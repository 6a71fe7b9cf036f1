import type { PublicTradeView } from '@exchange/core/wire';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Cell } from '../../exchange/cell';
import { useCell, useExchange } from '../../exchange/use-exchange';
import { text } from '../../text/en';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { WindowedList } from '../../ui/windowed-list';
import { amountDecimals, amountWriter, decimalsOf, filled, grouped } from '../figures';
import type { PageMarket } from '../page-market';
import { type ShownTrades, TradeFeed } from './trade-feed';

const ROW_PX = 20;
const LOADING = new Cell<ShownTrades>({ kind: 'loading' });

/** The newest trades of a market. */
export function Trades({ market }: { market: PageMarket }) {
  return (
    <Panel title={text.trades.title} area="trades">
      <FollowedTrades market={market} key={market.id} />
    </Panel>
  );
}

function FollowedTrades({ market }: { market: PageMarket }): ReactNode {
  const exchange = useExchange();
  const [feed, setFeed] = useState<TradeFeed>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const own = new TradeFeed(exchange, market.id);
    setFeed(own);
    return () => own.close();
  }, [exchange, market.id, tries]);
  const shown = useCell(feed?.cell ?? LOADING);
  switch (shown.kind) {
    case 'loading':
      return <Notice title={text.trades.loading} />;
    case 'failed':
      return (
        <Notice title={text.trades.failed} hint={shown.reason}>
          <button type="button" onClick={() => setTries(tries + 1)}>
            {text.app.again}
          </button>
        </Notice>
      );
    case 'known':
      if (shown.trades.length === 0) return <Notice title={text.trades.empty} />;
      return <TradeRows market={market} trades={shown.trades} isLive={shown.isLive} />;
  }
}

interface TradeRowsProps {
  readonly market: PageMarket;
  readonly trades: readonly PublicTradeView[];
  readonly isLive: boolean;
}

function TradeRows({ market, trades, isLive }: TradeRowsProps): ReactNode {
  const rateDecimals = Math.max(...trades.slice(0, 50).map(({ rate }) => decimalsOf(rate)));
  const shownDecimals = amountDecimals(trades[0]?.rate ?? '1', market.tradedDecimals);
  const columns = [text.trades.rate(market.quote), text.trades.amount(market.traded), text.trades.time];
  const render = useCallback(
    ({ buy, rate, amount, timestamp }: PublicTradeView) => (
      <>
        <span role="cell" className={buy ? 'up' : 'down'}>
          <span className="arrow" role="img" aria-label={buy ? text.trades.bought : text.trades.sold}>
            {buy ? '▲' : '▼'}
          </span>
          {grouped(filled(rate, rateDecimals))}
        </span>
        <span role="cell">{amountWriter(market.tradedDecimals, shownDecimals)(BigInt(amount))}</span>
        <span role="cell" className="muted">
          {clockTime(timestamp)}
        </span>
      </>
    ),
    [rateDecimals, shownDecimals, market.tradedDecimals],
  );
  return (
    <div className="trades" data-state={isLive ? 'live' : 'stale'}>
      <WindowedList
        rows={trades}
        keyOf={({ id }) => id}
        {...{ rowPx: ROW_PX, label: text.trades.title, columns, render }}
      />
      {!isLive && (
        <p className="stale" role="status">
          {text.trades.stale}
        </p>
      )}
    </div>
  );
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The time of the day where the page is. */
function clockTime(timestamp: number): string {
  const at = new Date(timestamp);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
