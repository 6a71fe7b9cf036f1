import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entry of an exit is open as long as the exit is in force; before, it ended when the request was final. */
export class ExitsInForce1764800000000 implements MigrationInterface {
  readonly name = 'ExitsInForce1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE entry SET open = true FROM exit, jsonb_array_elements(exit.requests) AS request
       WHERE entry.id = (request->>'entryId')::int8 AND NOT entry.canceled`,
    );
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
