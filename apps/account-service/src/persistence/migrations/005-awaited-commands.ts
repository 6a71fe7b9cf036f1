import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Commands whose answer comes later than their reply are remembered with their rid, also over restarts. */
export class AwaitedCommands1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE awaited_command (
      account text NOT NULL, gateway text NOT NULL, connection int8 NOT NULL, command int8 NOT NULL, rid int8,
      awaits jsonb NOT NULL, told boolean NOT NULL, PRIMARY KEY (account, gateway, connection, command))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE awaited_command`);
  }
}
