import type { MigrationInterface, QueryRunner } from 'typeorm';

/** So few that each statement ends long before the database's time limit. */
const ENTRIES_AT_ONCE = 20_000;

/** The marks of an entry are those of each of its changes: [0, 1, -1] becomes [[0, 1, -1], [0, 1, -1]] for a trade. */
export class MarksOfChanges1764500000000 implements MigrationInterface {
  readonly name = 'MarksOfChanges1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    let last: number | null = 0;
    while (last !== null) last = await repeatMarks(runner, last);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}

/** Repeats the marks of the entries after this id; the last one's id, or null when there were none. */
async function repeatMarks(runner: QueryRunner, after: number): Promise<number | null> {
  const [found] = (await runner.query(
    `WITH batch AS (SELECT id FROM entry WHERE id > $1 ORDER BY id LIMIT ${ENTRIES_AT_ONCE}),
     changed AS (
       UPDATE entry SET applied = (
         SELECT jsonb_agg(marks) FROM jsonb_array_elements(changes), LATERAL (SELECT applied) AS repeated (marks))
       FROM batch WHERE entry.id = batch.id)
     SELECT max(id) AS last FROM batch`,
    [after],
  )) as { last: number | null }[];
  return found?.last ?? null;
}
