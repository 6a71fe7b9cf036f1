import type { Side } from '@exchange/core/kernel';
import { Cell } from '../exchange/cell';

/** What somebody clicked in a book, for the form that an order is written in. Texts are exact decimals. */
export interface Picked {
  readonly market: string;
  /** The side of the book: who buys takes from `sell`. */
  readonly side: Side;
  /** Which of the two was meant. */
  readonly field: 'rate' | 'amount';
  readonly rate: string;
  /** Whole traded tokens from the best line to this one: what a market order to here would meet. */
  readonly total: string;
}

/** The last click; each is a new object. */
export const picked = new Cell<Picked | undefined>(undefined);
