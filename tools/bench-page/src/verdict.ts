/** A figure of the page beside those of the same run that it is held against. */
export interface Figure {
  readonly name: string;
  readonly page: number;
  readonly plain?: number;
  /** What this machine can at all. */
  readonly empty?: number;
  readonly limit?: Limit;
  /** Digits behind the point. */
  readonly digits?: number;
}

export interface Limit {
  readonly at: 'least' | 'most';
  readonly value: number;
  /** What an idle machine reaches with an empty page, where a busy one may reach less. */
  readonly ideal?: number;
}

/** Whether a limit holds: by itself, or as far as this machine can show it; a row without a limit only tells. */
export type Verdict = 'holds' | 'holds for this machine' | 'does not hold' | '';

const isWithin = (value: number, { at }: Limit, bound: number): boolean =>
  at === 'least' ? value >= bound : value <= bound;

/**
 * Holds a figure against its limit. Where the machine itself falls short of the ideal, the page may fall short by as much.
 * @example
 * verdict({ name: 'frames/s', page: 50, empty: 52, limit: { at: 'least', value: 55, ideal: 60 } }) // → 'holds for this machine'
 */
export function verdict({ page, empty, limit }: Figure): Verdict {
  if (limit === undefined) return '';
  if (isWithin(page, limit, limit.value)) return 'holds';
  if (empty === undefined || limit.ideal === undefined) return 'does not hold';
  const reached = limit.ideal === 0 ? empty : (limit.value * empty) / limit.ideal;
  return isWithin(page, limit, reached) ? 'holds for this machine' : 'does not hold';
}

const limitText = ({ at, value }: Limit): string => `${at === 'least' ? '≥' : '≤'} ${value}`;

/** The rows of the printed table, titles first. */
export function tableOf(rows: readonly Figure[]): readonly (readonly string[])[] {
  const titles = ['', 'limit', 'page', 'plain table', 'empty page', ''];
  const cells = rows.map((row) => {
    const shown = (value: number | undefined) => value?.toFixed(row.digits ?? 1) ?? '-';
    const limit = row.limit === undefined ? '' : limitText(row.limit);
    return [row.name, limit, shown(row.page), shown(row.plain), shown(row.empty), verdict(row)];
  });
  return [titles, ...cells];
}
