import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OperatorGateway1796000000001 implements MigrationInterface {
  readonly name = 'OperatorGateway1796000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE session (
        digest text PRIMARY KEY, person text NOT NULL, roles jsonb NOT NULL, expires_at bigint NOT NULL);
      CREATE TABLE used_code (person text PRIMARY KEY, step bigint NOT NULL);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE used_code, session;');
  }
}

export const migrations = [OperatorGateway1796000000001];
