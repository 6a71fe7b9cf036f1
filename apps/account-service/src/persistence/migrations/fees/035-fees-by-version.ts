import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules of fees by number, since which order each holds, and of which every order and side of a trade is. */
export class FeesByVersion1767600000000 implements MigrationInterface {
  readonly name = 'FeesByVersion1767600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE fee_version (
        version bigint PRIMARY KEY, rows jsonb NOT NULL, announced_at bigint NOT NULL, starts_at bigint NOT NULL,
        replaced boolean NOT NULL);
      CREATE TABLE fee_start (
        partition bigint, version bigint, at bigint NOT NULL, orders_before bigint NOT NULL, PRIMARY KEY (partition, version));
      ALTER TABLE account ADD COLUMN fees_told bigint NOT NULL DEFAULT 1;
      ALTER TABLE account ALTER COLUMN fees_told DROP DEFAULT;
      ALTER TABLE order_record ADD COLUMN fee_version int4;
      ALTER TABLE user_trade_record ADD COLUMN fee_ppm int4, ADD COLUMN fee_version int4, ADD COLUMN fee_cap_bps int4;`);
    await runner.query(ORDERS);
    await runner.query(USER_TRADES);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}

/** As in narrow/views, and the version of the fees. */
const ORDERS = `CREATE OR REPLACE VIEW orders AS SELECT
    id, hex_of(account) AS account, cid, hex_of(coalesce(hash, digest)) AS hash, hex_of(digest) AS digest,
    hex_of(packed_hash) AS packed_hash, market, side, hex_of(sell_token) AS sell_token, sell_amount,
    hex_of(buy_token) AS buy_token, buy_amount, expiry, nonce, signature_v, hex_of(signature_r) AS signature_r,
    hex_of(signature_s) AS signature_s, format, hex_of(coalesce(signer, account)) AS signer, sell_remaining, buy_remaining,
    sell_book, buy_book, held, edit_held, rate_key, hidden, stop_rate_key, peg,
    jsonb_build_object('makerPpm', maker_ppm, 'takerPpm', taker_ppm, 'settlementFee', settlement_fee::text,
      'rebateToken', rebate_token) AS fees,
    leave_at, period = 0 AS active, cancel_asked, canceled, info, execution, via, placed_at, last_active_at,
    coalesce(fee_version, 1) AS fee_version
  FROM order_record`;

const USER_TRADES = `CREATE OR REPLACE VIEW user_trade AS SELECT
    hex_of(account) AS account, trade_id, market, role, side, rate_key, amount, trade_fee, settlement_fee, rebate,
    hex_of(rebate_token) AS rebate_token, time, order_id, order_cid,
    fee_ppm, coalesce(fee_version, 1) AS fee_version, fee_cap_bps
  FROM user_trade_record`;
