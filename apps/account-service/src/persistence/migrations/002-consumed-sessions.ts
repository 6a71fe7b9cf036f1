import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions remember every id that was used, not only the one before. What was remembered until now may have been
 * superseded only; it is kept as used, which is the careful side.
 */
export class ConsumedSessions1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE session ALTER COLUMN consumed TYPE jsonb
      USING CASE WHEN consumed IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(consumed) END`);
    await runner.query(`ALTER TABLE session ALTER COLUMN consumed SET NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE session ALTER COLUMN consumed DROP NOT NULL`);
    await runner.query(`ALTER TABLE session ALTER COLUMN consumed TYPE text USING consumed ->> 0`);
  }
}
