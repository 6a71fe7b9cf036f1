import { side } from '@exchange/core/message';
import {
  amountColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** A public trade. `time`: Unix ms; `buy`: the taker bought the traded token. */
export const tradesTable = defineTable('trades', {
  id: primary(integerColumn),
  market: textColumn,
  time: integerColumn,
  rateKey: integerColumn,
  buy: booleanColumn,
  traded: amountColumn,
  quote: amountColumn,
});
export type TradeRow = RowOf<typeof tradesTable>;

/** A trade that could not settle and was undone: its record stays, and says so. */
export const reversedTradesTable = defineTable('reversed_trades', { id: primary(integerColumn) });

const barColumns = {
  market: primary(textColumn),
  precision: primary(textColumn),
  time: primary(integerColumn),
  open: integerColumn,
  high: integerColumn,
  low: integerColumn,
  close: integerColumn,
  volumeTraded: amountColumn,
  volumeQuote: amountColumn,
};

/**
 * A bar: the trades of one interval. `time`: its opening, Unix ms; rates as rate keys, volumes in smallest units, which
 * over many trades can pass 2^128.
 */
export const barsTable = defineTable('bars', barColumns);
export type BarRow = RowOf<typeof barsTable>;

/**
 * Demo bars: made up, of times before a market was listed, on development chains alone. They are kept apart, so that no
 * figure counts them.
 */
export const demoBarsTable = defineTable('demo_bars', barColumns);

/** A level of a visible book; amount in smallest units of the traded token. */
export const levelsTable = defineTable('levels', {
  market: primary(textColumn),
  side: primary(choiceColumn(...side.words)),
  rateKey: primary(integerColumn),
  amount: amountColumn,
  count: integerColumn,
});
export type LevelRow = RowOf<typeof levelsTable>;

/** The newest listing, the only row. */
export const listingTable = defineTable('listing', {
  id: primary(choiceColumn('newest')),
  listing: jsonColumn(),
});
