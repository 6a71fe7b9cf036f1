import type { ExchangeClient } from '@exchange/client';
import type { MarketTickerView } from '@exchange/core/wire';
import { Cell } from './cell';
import { atMostEvery } from './pace';

export type TickersByMarket = ReadonlyMap<string, MarketTickerView>;

/** Faster than this nobody reads figures. */
const SHOWN_MS = 250;

/** The 24 h figures of all markets, as one value that changes a few times a second at most. */
export class Tickers {
  readonly cell = new Cell<TickersByMarket>(new Map());
  readonly #newest = new Map<string, MarketTickerView>();

  constructor(client: Pick<ExchangeClient, 'on'>) {
    const show = () => this.cell.set(new Map(this.#newest));
    const paced = atMostEvery(SHOWN_MS, show);
    client.on('tickers', ({ tickers }) => {
      for (const ticker of tickers) this.#newest.set(ticker.market, ticker);
      if (this.cell.get().size === 0) show();
      else paced.ask();
    });
  }
}
