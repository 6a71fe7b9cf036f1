import { type BookLine, BookWindow, GroupedBook, type LevelBook } from '@exchange/core/market-data';

/** The rates of a market have at most so many significant digits. */
const DIGITS_MAX = 5;

/**
 * The best `limit` lines of each side, buys before sells; undefined for all. With fewer digits than rates have, lines
 * are grouped: buys down, sells up.
 */
export function bookLines(
  book: LevelBook,
  limit: number = Number.POSITIVE_INFINITY,
  digits: number = DIGITS_MAX,
): readonly BookLine[] {
  if (digits >= DIGITS_MAX) return book.lines(limit);
  return new BookWindow(GroupedBook.of(digits, book.lines()), limit).lines();
}
