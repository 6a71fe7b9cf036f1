import type { BookLine, PrecisionBar } from '@exchange/core/market-data';
import { type Listing, listing } from '@exchange/core/message';
import { remove, type RowChange, upsert } from '@exchange/platform';
import { barRow } from '../markets/bars';
import {
  type BarRow,
  barsTable,
  demoBarsTable,
  levelsTable,
  type LevelRow,
  listingTable,
  reversedTradesTable,
  tradesTable,
  type TradeRow,
} from './tables';

/** What one turn writes; each level once, as the turn left it. */
export class RowChanges {
  readonly #trades: TradeRow[] = [];
  readonly #levels = new Map<string, LevelRow>();
  readonly #bars: BarRow[] = [];
  readonly #demoBars: BarRow[] = [];
  readonly #reversed: { id: number }[] = [];
  #listing: Listing | undefined;

  trade(row: TradeRow): void {
    this.#trades.push(row);
  }

  level(market: string, { side, rateKey, amount, count }: BookLine): void {
    this.#levels.set(`${market} ${side} ${rateKey}`, { market, side, rateKey, amount, count });
  }

  /** Each bar once, as the turn left it. */
  bars(market: string, bars: readonly PrecisionBar[]): void {
    for (const bar of bars) this.#bars.push(barRow(market, bar));
  }

  demoBars(market: string, bars: readonly PrecisionBar[]): void {
    for (const bar of bars) this.#demoBars.push(barRow(market, bar));
  }

  reversed(id: number): void {
    this.#reversed.push({ id });
  }

  listing(newest: Listing): void {
    this.#listing = newest;
  }

  all(): readonly RowChange[] {
    const levels = [...this.#levels.values()];
    const gone = levels.filter(({ count }) => count === 0);
    const changes = [
      upsert(tradesTable, this.#trades),
      upsert(barsTable, this.#bars),
      upsert(demoBarsTable, this.#demoBars),
      upsert(reversedTradesTable, this.#reversed),
      upsert(
        levelsTable,
        levels.filter(({ count }) => count > 0),
      ),
      remove(
        levelsTable,
        gone.map(({ market, side, rateKey }) => ({ market, side, rateKey })),
      ),
      upsert(listingTable, this.#listing ? [{ id: 'newest', listing: listing.write(this.#listing) }] : []),
    ];
    return changes.filter((change) => (change.upsert ?? change.remove ?? []).length > 0);
  }
}
