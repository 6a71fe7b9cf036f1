import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An order in typed format is found by its packed hash too. Of those that are there already it isn't known here, so
 * they are found by their typed hash alone, as before.
 */
export class BothHashes1764600000000 implements MigrationInterface {
  readonly name = 'BothHashes1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}

const STATEMENTS = [
  `ALTER TABLE orders ADD COLUMN packed_hash text`,
  `CREATE INDEX orders_packed_hash ON orders (account, packed_hash) WHERE packed_hash IS NOT NULL`,
];
