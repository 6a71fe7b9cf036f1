import type { dataQueries, RequestOf } from '@exchange/contract/bus';
import type { Records } from '@exchange/platform';
import { type BarRow, barsTable } from './tables';

export interface FoundBars {
  /** Newest first. */
  readonly rows: readonly BarRow[];
  /** No bar is older than these (than `from`, when there are none). */
  readonly last: boolean;
}

/** The bars that open from `from` to `to`, newest first; both reads follow the primary key. */
export async function findBars(
  records: Records,
  { market, precision, from, to, limit }: RequestOf<typeof dataQueries.barsQuery>,
): Promise<FoundBars> {
  const order = [['time', 'desc']] as const;
  const time = { gte: from, lte: to };
  const rows = await records.find(barsTable, { where: { market, precision, time }, order, limit });
  const older = { lt: rows.at(-1)?.time ?? from };
  const [next] = await records.find(barsTable, {
    ...{ where: { market, precision, time: older }, order, limit: 1 },
  });
  return { rows, last: next === undefined };
}
