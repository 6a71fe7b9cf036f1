import type { QueryRunner } from 'typeorm';

/** So few that each statement ends long before the database's time limit. */
const ROWS_AT_ONCE = 20_000;

/** A table whose rows go into another one. */
export interface Moved {
  readonly from: string;
  readonly to: string;
  /** The columns of the new table, each with what it is of a row `t` of the old one. */
  readonly columns: Readonly<Record<string, string>>;
  /** What the rows are read from beside the old table, with the conditions. */
  readonly more?: string;
  /** Primary key of the old table, in the order of its index, and its types. */
  readonly key: readonly (readonly [column: string, type: string])[];
  /** The column that says in which month a row is. */
  readonly time?: string;
  /** Run when the old table is gone. */
  readonly rename?: string;
}

/** Moves all rows, some in each statement. */
export async function moveRows(
  runner: QueryRunner,
  { from, to, columns, more = '', key }: Moved,
): Promise<void> {
  const names = key.map(([name]) => name).join(', ');
  const after = key.map(([, type], index) => `$${index + 1}::${type}`).join(', ');
  const step = (where: string) => `
    WITH batch AS (SELECT * FROM ${from} ${where} ORDER BY ${names} LIMIT ${ROWS_AT_ONCE}),
      moved AS (INSERT INTO ${to} (${Object.keys(columns).join(', ')})
        SELECT ${Object.values(columns).join(', ')} FROM batch AS t ${more})
    SELECT ${names} FROM batch ORDER BY ${key.map(([name]) => `${name} DESC`).join(', ')} LIMIT 1`;
  let last: Readonly<Record<string, unknown>> | undefined;
  do {
    const given = key.map(([name]) => last?.[name]);
    const where = last === undefined ? '' : `WHERE (${names}) > (${after})`;
    [last] = (await runner.query(step(where), last === undefined ? [] : given)) as Readonly<
      Record<string, unknown>
    >[];
  } while (last !== undefined);
}
