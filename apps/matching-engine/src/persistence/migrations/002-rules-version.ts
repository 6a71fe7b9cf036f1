import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports say by which rules they were made; those that don't are of version 1. */
export class RulesVersion1764400000001 implements MigrationInterface {
  readonly name = 'RulesVersion1764400000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE report ADD COLUMN rules_version int8');
  }

  async down(): Promise<void> {
    throw new Error('a record is never migrated down; restore a backup instead');
  }
}
