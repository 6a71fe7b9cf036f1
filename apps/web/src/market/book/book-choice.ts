import { text } from '../../text/en';

/** Significant digits of rates, finest first. */
export const BOOK_DIGITS = (['5', '4', '3', '2', '1'] as const).map((each) => [each, each] as const);

/** Lines per side; the empty text for all. */
export const BOOK_DEPTHS = [
  ['20', '20'],
  ['100', '100'],
  ['', text.book.all],
] as const;

/** Which of a market's books is shown. */
export interface BookChoice {
  readonly digits: (typeof BOOK_DIGITS)[number][0];
  readonly depth: (typeof BOOK_DEPTHS)[number][0];
}

export const FIRST_CHOICE: BookChoice = { digits: '5', depth: '20' };

/** The event of a choice, as it is subscribed. */
export const bookEvent = ({ digits, depth }: BookChoice): string => `book${depth}d${digits}`;
