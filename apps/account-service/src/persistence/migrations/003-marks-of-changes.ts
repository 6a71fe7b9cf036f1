import type { MigrationInterface, QueryRunner } from 'typeorm';
import { updateEntries } from './entries-in-batches';

/** The marks of an entry are those of each of its changes: [0, 1, -1] becomes [[0, 1, -1], [0, 1, -1]] for a trade. */
export class MarksOfChanges1764500000000 implements MigrationInterface {
  readonly name = 'MarksOfChanges1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await updateEntries(
      runner,
      `UPDATE entry SET applied = (
         SELECT jsonb_agg(marks) FROM jsonb_array_elements(changes), LATERAL (SELECT applied) AS repeated (marks))
       FROM batch WHERE entry.id = batch.id`,
    );
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
