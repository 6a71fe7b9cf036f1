export interface ResultRow {
  readonly section: string;
  readonly name: string;
  /** What went wrong; undefined when it passed. */
  readonly failure: string | undefined;
  readonly seconds?: number;
}

export function rowText({ section, name, failure, seconds }: ResultRow): string {
  const took = seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`;
  const line = `${failure === undefined ? 'pass' : 'FAIL'}  ${section}: ${name}${took}`;
  return failure === undefined ? line : `${line}\n      ${failure}`;
}

export function summary(rows: readonly ResultRow[]): string {
  const failed = rows.filter(({ failure }) => failure !== undefined).length;
  return `${rows.length - failed} passed, ${failed} failed`;
}
