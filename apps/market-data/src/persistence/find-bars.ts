import type { dataQueries, RequestOf } from '@exchange/contract/bus';
import { mergedBar } from '@exchange/core/market-data';
import type { Records, Table } from '@exchange/platform';
import { barRow, storedBar } from '../markets/bars';
import { type BarRow, barsTable, demoBarsTable } from './tables';

type BarsRequest = RequestOf<typeof dataQueries.barsQuery>;

export interface FoundBars {
  /** Newest first. */
  readonly rows: readonly BarRow[];
  /** No bar is older than these (than `from`, when there are none). */
  readonly last: boolean;
}

const NEWEST_FIRST = [['time', 'desc']] as const;

/** The bars that open from `from` to `to`, newest first, with demo bars where they are wanted; all reads follow a primary key. */
export async function findBars(
  records: Records,
  request: BarsRequest,
  withDemoBars = false,
): Promise<FoundBars> {
  const { market, precision, from, to, limit } = request;
  const tables = withDemoBars ? [barsTable, demoBarsTable] : [barsTable];
  const find = (time: object, most: number) => {
    const query = { where: { market, precision, time }, order: NEWEST_FIRST, limit: most };
    return Promise.all(tables.map((table: Table<BarRow>) => records.find(table, query)));
  };
  const [own = [], demo = []] = await find({ gte: from, lte: to }, limit);
  const rows = demo.length === 0 ? own : inOne(own, demo).slice(0, limit);
  const older = await find({ lt: rows.at(-1)?.time ?? from }, 1);
  return { rows, last: older.every(([next]) => next === undefined) };
}

/** Both newest first. Demo bars are older, and the interval in which a market was listed has one of each. */
function inOne(own: readonly BarRow[], demo: readonly BarRow[]): readonly BarRow[] {
  const [oldest, [newest, ...others]] = [own.at(-1), demo];
  if (oldest === undefined || newest?.time !== oldest.time) return [...own, ...demo];
  const { precision, bar } = storedBar(oldest);
  const whole = { precision, bar: mergedBar(storedBar(newest).bar, bar) };
  return [...own.slice(0, -1), barRow(oldest.market, whole), ...others];
}
