import type { Listing } from '@exchange/contract/bus';
import type { Side } from '@exchange/core/kernel';
import {
  amountColumn,
  booleanColumn,
  integerColumn,
  jsonColumn,
  type Table,
  textColumn,
} from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** A public trade. `time`: Unix ms; `buy`: the taker bought the traded token. */
export interface TradeRow {
  id: number;
  market: string;
  time: number;
  rateKey: number;
  buy: boolean;
  traded: bigint;
  quote: bigint;
}

export const tradesTable: Table<TradeRow> = new EntitySchema<TradeRow>({
  name: 'trades',
  columns: {
    id: { ...integerColumn, primary: true },
    market: textColumn,
    time: integerColumn,
    rateKey: integerColumn,
    buy: booleanColumn,
    traded: amountColumn,
    quote: amountColumn,
  },
});

/**
 * A bar: the trades of one interval. `time`: its opening, Unix ms; rates as rate keys, volumes in smallest units, which
 * over many trades can pass 2^128.
 */
export interface BarRow {
  market: string;
  precision: string;
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volumeTraded: bigint;
  volumeQuote: bigint;
}

export const barsTable: Table<BarRow> = new EntitySchema<BarRow>({
  name: 'bars',
  columns: {
    market: { ...textColumn, primary: true },
    precision: { ...textColumn, primary: true },
    time: { ...integerColumn, primary: true },
    open: integerColumn,
    high: integerColumn,
    low: integerColumn,
    close: integerColumn,
    volumeTraded: amountColumn,
    volumeQuote: amountColumn,
  },
});

/** A level of a visible book; amount in smallest units of the traded token. */
export interface LevelRow {
  market: string;
  side: Side;
  rateKey: number;
  amount: bigint;
  count: number;
}

export const levelsTable: Table<LevelRow> = new EntitySchema<LevelRow>({
  name: 'levels',
  columns: {
    market: { ...textColumn, primary: true },
    side: { ...textColumn, primary: true },
    rateKey: { ...integerColumn, primary: true },
    amount: amountColumn,
    count: integerColumn,
  },
});

/** The newest listing, the only row. */
export interface ListingRow {
  id: 'newest';
  listing: Listing;
}

export const listingTable: Table<ListingRow> = new EntitySchema<ListingRow>({
  name: 'listing',
  columns: { id: { ...textColumn, primary: true }, listing: jsonColumn },
});
