import type { MigrationInterface, QueryRunner } from 'typeorm';
import { updateEntries } from './entries-in-batches';

/** Entries of trades can be asked for by market, which is that of the account's own side of the trade. */
export class MarketsOfEntries1764900000000 implements MigrationInterface {
  readonly name = 'MarketsOfEntries1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entry ADD COLUMN market text');
    await updateEntries(
      runner,
      `UPDATE entry SET market = user_trade.market FROM batch, user_trade
       WHERE entry.id = batch.id AND entry.type = 'trade' AND user_trade.account = entry.account
         AND user_trade.trade_id = (entry.cause ->> 'tradeId')::int8`,
    );
    await runner.query(
      `CREATE INDEX entry_market_history ON entry (account, market, created_at, id) WHERE market IS NOT NULL`,
    );
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
