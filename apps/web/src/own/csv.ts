/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
const MUST_QUOTE = /[",\r\n]|^\s|\s$/;

/**
 * One cell: quoted where it must be (RFC 4180), and never a formula. Exact decimals stay as they are, so that no digit is lost.
 * @example
 * csvCell('=HYPERLINK("x")') // → `"'=HYPERLINK(""x"")"`
 */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return MUST_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV: titles, then rows, each ended by CRLF. */
export const csvText = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** A moment as spreadsheets of all countries read it: ISO 8601, UTC. */
export const csvTime = (ms: number): string => new Date(ms).toISOString();
