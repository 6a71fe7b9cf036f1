import type { QueryRunner } from 'typeorm';

/** So few that each statement ends long before the database's time limit. */
const ENTRIES_AT_ONCE = 20_000;

/**
 * Changes all stored entries, some in each statement.
 * @param update an UPDATE of those whose id is in `batch`
 */
export async function updateEntries(runner: QueryRunner, update: string): Promise<void> {
  const statement = `WITH batch AS (SELECT id FROM entry WHERE id > $1 ORDER BY id LIMIT ${ENTRIES_AT_ONCE}),
     updated AS (${update})
     SELECT max(id) AS last FROM batch`;
  let last: number | null = 0;
  while (last !== null) {
    const [found] = (await runner.query(statement, [last])) as { last: number | null }[];
    last = found?.last ?? null;
  }
}
