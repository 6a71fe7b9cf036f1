import type { Find, Records, RowChange, Table, TurnCommit } from '../ports';
import { findRows, type StoredRow, storedCopy, tableShape, type TableShape, rowKey } from '../tables';

/**
 * The record as it will be when all that was decided is committed: what a handler prepares with, while commits are under
 * way. Rows are absolute, so laying those of the commits over what is stored gives the same whether the database has
 * some of them already or not.
 */
export class RecordsAhead implements Records {
  /** `underWay`: what was decided and may not be stored yet, oldest first. */
  constructor(
    private readonly stored: Records,
    private readonly underWay: () => readonly TurnCommit[],
  ) {}

  async find<R extends object>(table: Table<R>, find: Find<R> = {}): Promise<R[]> {
    const shape = tableShape(table);
    // Asked before the database is: what is stored meanwhile is laid over once more.
    const changed = lastChanges(shape, this.underWay());
    if (changed.size === 0) return this.stored.find(table, find);
    const more = find.limit === undefined ? {} : { limit: find.limit + changed.size };
    const stored = await this.stored.find(table, { ...find, ...more });
    const unchanged = stored.filter((row) => !changed.has(rowKey(shape, row)));
    const ahead = [...changed.values()].filter((row) => row !== undefined);
    const wanted = findRows(ahead, { where: find.where }).map((row) => storedCopy(shape, row));
    if (wanted.length === 0) return unchanged.slice(0, find.limit);
    return findRows([...unchanged, ...wanted] as StoredRow[], find) as R[];
  }

  count<R extends object>(
    table: Table<R>,
    where: NonNullable<Find<R>['where']>,
    most: number,
  ): Promise<number> {
    return this.stored.count(table, where, most);
  }
}

/** Each row of a table as the newest of the commits has it; undefined when it is removed. */
function lastChanges(
  shape: TableShape,
  commits: readonly TurnCommit[],
): ReadonlyMap<string, StoredRow | undefined> {
  const rows = new Map<string, StoredRow | undefined>();
  const isOfTable = ({ table }: RowChange) => tableShape(table) === shape;
  for (const { changes } of commits) {
    for (const { upsert = [], remove = [] } of changes.filter(isOfTable)) {
      for (const row of upsert) rows.set(rowKey(shape, row), row as StoredRow);
      for (const row of remove) rows.set(rowKey(shape, row), undefined);
    }
  }
  return rows;
}
