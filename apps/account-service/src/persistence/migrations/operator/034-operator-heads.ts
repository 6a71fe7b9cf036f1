import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each group keeps which entries of the operator's log it has carried out, and what they changed. */
export class OperatorHeads1767500000000 implements MigrationInterface {
  readonly name = 'OperatorHeads1767500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operator_head (
        owner_group text, seq bigint, hash text NOT NULL, effects jsonb NOT NULL, PRIMARY KEY (owner_group, seq));
      CREATE INDEX operator_head_seq ON operator_head (seq, owner_group);`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
