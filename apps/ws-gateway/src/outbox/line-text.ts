import { formatRate } from '@exchange/core/kernel';
import type { BookLine } from '@exchange/core/market-data';
import { bookLine, type BookLineView, checksumText } from '@exchange/core/wire';

/** A line of a book in the texts of the wire. */
export const lineView = ({ side, rateKey, amount, count }: BookLine): BookLineView => ({
  side,
  rate: formatRate(rateKey),
  amount: amount.toString(),
  count,
});

/** A line of a book as clients get it. */
export const lineArray = (line: BookLine) => bookLine(lineView(line));

/** A line never changes, and most of a book's stay from one report to the next. */
const known = new WeakMap<BookLine, string>();

/** A line as the checksum of its book reads it. */
export function lineChecksumText(line: BookLine): string {
  let text = known.get(line);
  if (text === undefined) {
    text = checksumText(lineArray(line));
    known.set(line, text);
  }
  return text;
}
