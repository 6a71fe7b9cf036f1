import type { MigrationInterface, QueryRunner } from 'typeorm';
import { updateEntries } from './entries-in-batches';

/**
 * What was asked and what waits is found without reading the rest: an order says that its cancel was asked; the trades of
 * an order are rows, as each side of a trade has been since the first release; open withdrawals are found by deadline.
 */
export class BoundedWork1765300000000 implements MigrationInterface {
  readonly name = 'BoundedWork1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN cancel_asked boolean NOT NULL DEFAULT false');
    await this.checkTrades(runner);
    await runner.query('ALTER TABLE orders DROP COLUMN trades');
    await runner.query('ALTER TABLE entry ADD COLUMN deadline int8');
    await updateEntries(
      runner,
      `UPDATE entry SET deadline = (cause ->> 'deadline')::int8 FROM batch
       WHERE entry.id = batch.id AND entry.type = 'withdrawal' AND cause ->> 'kind' = 'withdrawal'`,
    );
    await runner.query('CREATE INDEX entry_deadline ON entry (deadline) WHERE open AND deadline IS NOT NULL');
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }

  /** The list in an order's row must say nothing that the rows of its trades don't. Some orders in each statement. */
  private async checkTrades(runner: QueryRunner): Promise<void> {
    let last: number | null = 0;
    while (last !== null) {
      const [found] = (await runner.query(
        `WITH batch AS (SELECT id, account, trades FROM orders WHERE id > $1 ORDER BY id LIMIT 5000)
         SELECT (SELECT max(id) FROM batch) AS last, count(*) AS missing
         FROM batch, jsonb_array_elements(trades) AS trade
         WHERE NOT EXISTS (SELECT FROM user_trade
           WHERE user_trade.account = batch.account AND trade_id = trade::int8 AND order_id = batch.id)`,
        [last],
      )) as { last: number | null; missing: number }[];
      if (Number(found?.missing ?? 0) > 0) throw new Error('trades of orders are missing among user_trade');
      last = found?.last ?? null;
    }
  }
}
