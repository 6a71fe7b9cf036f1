import type { Find, Records, Table } from './database';

/** Where an item of a history stands: newer ones have a higher time, or the same time and a higher id. */
export interface HistoryPosition {
  readonly time: number;
  readonly id: number;
}

/** A page of a table that is a history; an index over the columns of `where`, then time, then id, makes it cheap. */
export interface HistoryPage<R extends object> {
  readonly where: Find<R>['where'];
  /** The columns of the time (Unix ms) and the id. */
  readonly time: keyof R & string;
  readonly id: keyof R & string;
  /** Unix ms, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The page goes on after this item. */
  readonly after?: HistoryPosition | undefined;
  readonly limit: number;
}

/**
 * A page of a history, by time, then id, newest first. It reads no more rows than it gives: what follows an item is
 * first the rest of its millisecond, then everything earlier.
 */
export async function findNewest<R extends object>(
  records: Records,
  table: Table<R>,
  { where, time, id, from, to, after, limit }: HistoryPage<R>,
): Promise<R[]> {
  const order = [
    [time, 'desc'],
    [id, 'desc'],
  ] as const;
  // The column names are keys of the row, which a computed key hides from the compiler.
  const find = (more: object, most: number) =>
    most === 0
      ? []
      : records.find(table, { where: { ...where, ...more } as Find<R>['where'], order, limit: most });
  const range = (gte: number | undefined, lte: number | undefined) =>
    gte === undefined && lte === undefined
      ? {}
      : { [time]: { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) } };
  if (after === undefined) return find(range(from, to), limit);
  const isWithin = (from === undefined || after.time >= from) && (to === undefined || after.time <= to);
  const sameTime = isWithin ? await find({ [time]: after.time, [id]: { lt: after.id } }, limit) : [];
  const upTo = Math.min(after.time - 1, to ?? after.time);
  if (from !== undefined && upTo < from) return sameTime;
  return [...sameTime, ...(await find(range(from, upTo), limit - sameTime.length))];
}
