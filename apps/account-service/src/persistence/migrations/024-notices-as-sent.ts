import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notices are kept as the bytes that are sent: what is written for each turn is made once, and read as it is. */
export class NoticesAsSent1766600000000 implements MigrationInterface {
  readonly name = 'NoticesAsSent1766600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notice
        ALTER COLUMN account TYPE bytea USING decode(substr(account, 3), 'hex'),
        ALTER COLUMN notice TYPE bytea USING convert_to(notice::text, 'UTF8');
      ALTER TABLE notice RENAME COLUMN notice TO data;`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
