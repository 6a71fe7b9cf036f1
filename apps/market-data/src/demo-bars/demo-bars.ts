import type { Ratio } from '@exchange/core/kernel';
import { BAR_PRECISION_NAMES } from '@exchange/core/market-data';
import type { Database } from '@exchange/platform';
import { storedBar } from '../markets/bars';
import type { MarketView } from '../markets/market-view';
import type { MarketViews } from '../markets/markets';
import type { RowChanges } from '../persistence/row-changes';
import { demoBarsTable } from '../persistence/tables';
import { makeDemoBars } from './make-demo-bars';

/** What demo bars are made by. */
export interface DemoSettings {
  /** Unix ms: they are older. */
  readonly before: number;
  /** What whole tokens are worth in US dollars, by symbol. */
  readonly values: ReadonlyMap<string, Ratio>;
}

/** Gives each market its demo bars once, for charts of a development chain that has just begun. */
export class DemoBars {
  /** Markets that have them, or can have none. */
  readonly #done = new Set<string>();

  constructor(private readonly settings: DemoSettings) {}

  /** Learns what was stored before. */
  async load(database: Database, markets: MarketViews): Promise<void> {
    this.#done.clear();
    for (const view of markets.all()) {
      for (const precision of BAR_PRECISION_NAMES) {
        const [newest] = await database.find(demoBarsTable, {
          ...{ where: { market: view.market, precision }, order: [['time', 'desc']], limit: 1 },
        });
        if (newest === undefined) continue;
        view.takeDemoBars([storedBar(newest)]);
        this.#done.add(view.market);
      }
    }
  }

  /** Makes those of one market that has none: some thousand rows are enough for a turn. */
  makeNext(markets: MarketViews, changes: RowChanges): void {
    for (const view of markets.all()) {
      if (this.#done.has(view.market) || view.decimals === undefined) continue;
      this.#done.add(view.market);
      if (this.#make(view, markets, changes)) return;
    }
  }

  #make(view: MarketView, markets: MarketViews, changes: RowChanges): boolean {
    const { market, decimals } = view;
    const tokens = markets.tokensOf(market);
    const [traded, quote] = [tokens?.traded, tokens?.quote].map((each) =>
      this.settings.values.get(each ?? ''),
    );
    if (decimals === undefined || traded === undefined || quote === undefined) return false;
    const bars = makeDemoBars(
      { market, decimals, tradedValue: traded, quoteValue: quote },
      this.settings.before,
    );
    changes.demoBars(market, bars);
    view.takeDemoBars(bars);
    return true;
  }
}
