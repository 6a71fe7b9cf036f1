import type { Moment } from '../../kit/running/moment';

/** What a table has on disk; its partitions count as one table, but for the one of what is open. */
export interface TableSize {
  /** With its schema. */
  readonly table: string;
  readonly rows: number;
  /** Bytes, with what stands outside the rows (TOAST). */
  readonly heap: number;
  readonly indexes: number;
}

/** The share of one order in a table. */
export interface OrderShare extends TableSize {
  readonly all: number;
  /** It keeps what is new only, so that its size doesn't follow from the number of orders. */
  readonly forgets: boolean;
}

/** Whose rows go again by themselves. */
const FORGETTING = /(\.(notice|outbox|report|snapshot_part|trade_legs|.*_open)|^settlement_service\.trades)$/;

export async function ordersIn(record: Moment): Promise<number> {
  const [row] = await record.rows<{ count: string }>('SELECT count(*) FROM account_service.orders');
  return Number(row?.count ?? 0);
}

/** All tables of the services, the largest first; `rows` as Postgres counts them, which may be a little behind. */
export async function tableSizes(record: Moment): Promise<TableSize[]> {
  const rows = await record.rows<Record<keyof TableSize, string>>(
    `SELECT s.schemaname || '.' || CASE WHEN s.relname LIKE '%\\_open' THEN s.relname ELSE coalesce(parent.relname, s.relname) END AS table, sum(n_live_tup) AS rows,
       sum(pg_table_size(s.relid)) AS heap, sum(pg_indexes_size(s.relid)) AS indexes
     FROM pg_stat_user_tables s LEFT JOIN pg_inherits ON inhrelid = s.relid
     LEFT JOIN pg_class parent ON parent.oid = inhparent
     GROUP BY 1 ORDER BY sum(pg_total_relation_size(s.relid)) DESC`,
  );
  return rows.map(({ table, rows: count, heap, indexes }) => ({
    ...{ table, rows: Number(count), heap: Number(heap), indexes: Number(indexes) },
  }));
}

export function shareOf({ table, rows, heap, indexes }: TableSize, orders: number): OrderShare {
  const [ofHeap, ofIndexes] = [heap / orders, indexes / orders];
  return {
    ...{ table, rows: rows / orders, heap: ofHeap, indexes: ofIndexes, all: ofHeap + ofIndexes },
    forgets: FORGETTING.test(table),
  };
}
