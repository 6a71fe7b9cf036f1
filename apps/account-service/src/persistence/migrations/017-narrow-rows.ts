import type { MigrationInterface, QueryRunner } from 'typeorm';
import { narrowTables } from './narrow/tables';
import { narrowViews } from './narrow/views';
import { type Moved, moveRows } from './narrow/move-rows';
import { moves } from './narrow/moves';

/**
 * Orders, sides of trades, entries and postings lie in partitions: what is open, and the rest by month. Addresses and hashes
 * are bytes; of a trade's entry nothing is JSON; all that one cause posted is a row. Views under the old names show all of it
 * as it was, for the audit and for people.
 */
export class NarrowRows1765900000000 implements MigrationInterface {
  readonly name = 'NarrowRows1765900000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of narrowTables) await runner.query(statement);
    for (const move of moves) await this.move(runner, move);
    for (const statement of narrowViews) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }

  private async move(runner: QueryRunner, move: Moved): Promise<void> {
    await this.makePartitions(runner, move);
    await moveRows(runner, move);
    await runner.query(`DROP TABLE ${move.from}`);
    if (move.rename !== undefined) await runner.query(move.rename);
  }

  /** For the months of which there are rows. */
  private async makePartitions(runner: QueryRunner, { from, time }: Moved): Promise<void> {
    if (time === undefined) return;
    await runner.query(
      `SELECT make_history_partitions(month) FROM (SELECT DISTINCT month_of(${time}) AS month FROM ${from}) AS months`,
    );
  }
}
