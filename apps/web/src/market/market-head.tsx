import { useEffect } from 'react';
import { useExchange, useTickers } from '../exchange/use-exchange';
import { text } from '../text/en';
import { compact, grouped, signed } from './figures';
import { directionOf } from './list/market-rows';
import type { PageMarket } from './page-market';

/** The market's name and its figures of 24 hours; the last rate is in the window's title, too. */
export function MarketHead({ market }: { market: PageMarket }) {
  const { config } = useExchange();
  const ticker = useTickers().get(market.id);
  const known = ticker === undefined || ticker.rate === '0' ? undefined : ticker;
  const pair = `${market.traded}/${market.quote}`;
  const title = `${known === undefined ? '' : `${grouped(known.rate)} `}${pair} · ${config.name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const direction = known === undefined ? 'same' : directionOf(known.change24h);
  return (
    <div className="market-head">
      <h1>
        {pair}
        {market.status !== 'open' && (
          <span className="status" title={text.statusHint[market.status]}>
            {text.status[market.status]}
          </span>
        )}
      </h1>
      <dl>
        <Figure name={text.head.last} value={known && grouped(known.rate)} className={`last ${direction}`} />
        <Figure name={text.head.change} value={known && signed(known.change24h)} className={direction} />
        <Figure name={text.head.high} value={known && grouped(known.high24h)} />
        <Figure name={text.head.low} value={known && grouped(known.low24h)} />
        <Figure
          name={text.head.volume}
          value={known && `${compact(known.volumeTraded24h)} ${market.traded}`}
        />
      </dl>
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly className?: string;
}

function Figure({ name, value, className = '' }: FigureProps) {
  return (
    <div className={`figure-pair ${className}`}>
      <dt>{name}</dt>
      <dd>{value ?? text.head.none}</dd>
    </div>
  );
}
