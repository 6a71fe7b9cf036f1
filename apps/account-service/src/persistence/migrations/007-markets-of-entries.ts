import type { MigrationInterface, QueryRunner } from 'typeorm';

/** So few that each statement ends long before the database's time limit. */
const ENTRIES_AT_ONCE = 20_000;

/** Entries of trades can be asked for by market, which is that of the account's own side of the trade. */
export class MarketsOfEntries1764900000000 implements MigrationInterface {
  readonly name = 'MarketsOfEntries1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entry ADD COLUMN market text');
    let last: number | null = 0;
    while (last !== null) last = await nameMarkets(runner, last);
    await runner.query(
      `CREATE INDEX entry_market_history ON entry (account, market, created_at, id) WHERE market IS NOT NULL`,
    );
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}

/** Names the markets of the entries after this id; the last one's id, or null when there were none. */
async function nameMarkets(runner: QueryRunner, after: number): Promise<number | null> {
  const [found] = (await runner.query(
    `WITH batch AS (SELECT id FROM entry WHERE id > $1 ORDER BY id LIMIT ${ENTRIES_AT_ONCE}),
     named AS (
       UPDATE entry SET market = user_trade.market FROM batch, user_trade
       WHERE entry.id = batch.id AND entry.type = 'trade' AND user_trade.account = entry.account
         AND user_trade.trade_id = (entry.cause ->> 'tradeId')::int8)
     SELECT max(id) AS last FROM batch`,
    [after],
  )) as { last: number | null }[];
  return found?.last ?? null;
}
