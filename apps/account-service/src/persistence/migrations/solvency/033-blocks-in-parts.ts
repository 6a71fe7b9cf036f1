import type { MigrationInterface, QueryRunner } from 'typeorm';

/** While a final block is applied in parts its group has none: what is settled then was so after no block. */
export class BlocksInParts1767400000000 implements MigrationInterface {
  readonly name = 'BlocksInParts1767400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW final_block AS
        SELECT whole.name, whole.last FROM counter AS whole
          LEFT JOIN counter AS begun ON begun.name = whole.name || '_begun'
        WHERE (whole.name = 'final_block' OR whole.name LIKE '%/final_block')
          AND (begun.last IS NULL OR begun.last <= whole.last)`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
