import type { MigrationInterface, QueryRunner } from 'typeorm';

const AMOUNT = 'numeric(39,0) NOT NULL';
/** Over many trades, which no amount limits. */
const SUM = 'numeric(60,0) NOT NULL';

/** The tables of accounts, orders, entries, logins, listings and notices. */
export class Ledger1764300000000 implements MigrationInterface {
  readonly name = 'Ledger1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}

const STATEMENTS = [
  `CREATE TABLE account (
     address text PRIMARY KEY, seq int8 NOT NULL, frozen boolean NOT NULL, volume ${AMOUNT},
     new_volume ${AMOUNT}, volume_hour int8 NOT NULL, hour_volume ${AMOUNT}, volume_due int8,
     next_withdrawal_nonce int8 NOT NULL, submit_rests_until int8 NOT NULL, trade_count int8 NOT NULL)`,
  `CREATE TABLE balance (
     account text NOT NULL, token text NOT NULL, usable ${AMOUNT} CHECK (usable >= 0), held ${AMOUNT} CHECK (held >= 0),
     pending_withdrawal ${AMOUNT} CHECK (pending_withdrawal >= 0), blocked ${AMOUNT} CHECK (blocked >= 0),
     settled ${AMOUNT} CHECK (settled >= 0), bought_unsettled ${SUM} CHECK (bought_unsettled >= 0),
     sold_unsettled ${SUM} CHECK (sold_unsettled >= 0),
     PRIMARY KEY (account, token),
     CHECK (usable + held + pending_withdrawal + blocked = settled + bought_unsettled - sold_unsettled))`,
  `CREATE TABLE pool (
     partition int8 NOT NULL, pool text NOT NULL, token text NOT NULL, bucket text NOT NULL, amount ${AMOUNT},
     PRIMARY KEY (partition, pool, token, bucket))`,
  `CREATE TABLE posting (
     id int8 PRIMARY KEY, owner text NOT NULL, token text NOT NULL, bucket text NOT NULL, amount ${AMOUNT},
     ref_kind text NOT NULL, ref_id int8 NOT NULL, at int8 NOT NULL)`,
  `CREATE INDEX posting_owner ON posting (owner, token)`,
  `CREATE TABLE delegate (
     delegate text NOT NULL, account text NOT NULL, active boolean NOT NULL, accepted boolean NOT NULL,
     valid_until int8 NOT NULL, revoked_at int8, label text NOT NULL, is_trading_login boolean NOT NULL,
     announced_at int8, removal jsonb, PRIMARY KEY (account, delegate))`,
  `CREATE INDEX delegate_owned ON delegate (delegate) WHERE valid_until > 0`,
  `CREATE INDEX delegate_announced ON delegate (announced_at) WHERE valid_until = 0`,
  `CREATE INDEX delegate_active ON delegate (valid_until) WHERE active`,
  `CREATE TABLE order_cancellation (
     account text NOT NULL, digest text NOT NULL, hash text NOT NULL, deadline int8, signature jsonb,
     open boolean NOT NULL, PRIMARY KEY (account, digest))`,
  `CREATE INDEX order_cancellation_open ON order_cancellation (account) WHERE open`,
  `CREATE TABLE exit (account text NOT NULL, token text NOT NULL, requests jsonb NOT NULL, PRIMARY KEY (account, token))`,
  `CREATE TABLE orders (
     id int8 PRIMARY KEY, account text NOT NULL, cid int8, hash text NOT NULL, digest text NOT NULL, market text NOT NULL,
     side text NOT NULL, sell_token text NOT NULL, sell_amount ${AMOUNT}, buy_token text NOT NULL, buy_amount ${AMOUNT},
     expiry int8 NOT NULL, nonce int8 NOT NULL, signature_v int8 NOT NULL, signature_r text NOT NULL,
     signature_s text NOT NULL, format text NOT NULL, signer text NOT NULL, sell_remaining ${AMOUNT},
     buy_remaining ${AMOUNT}, sell_book ${AMOUNT}, buy_book ${AMOUNT}, held ${AMOUNT}, edit_held numeric(39,0),
     rate_key int8 NOT NULL, hidden boolean NOT NULL, stop_rate_key int8, peg jsonb,
     fees jsonb NOT NULL, leave_at int8 NOT NULL, active boolean NOT NULL, canceled boolean NOT NULL, info text NOT NULL,
     trades jsonb NOT NULL, via text, placed_at int8 NOT NULL, last_active_at int8 NOT NULL)`,
  `CREATE INDEX orders_history ON orders (account, placed_at, id)`,
  `CREATE INDEX orders_market_history ON orders (account, market, placed_at, id)`,
  `CREATE INDEX orders_cid ON orders (account, cid, id) WHERE cid IS NOT NULL`,
  `CREATE INDEX orders_open ON orders (account) WHERE active`,
  `CREATE INDEX orders_leave ON orders (leave_at) WHERE active`,
  `CREATE INDEX orders_hash ON orders (account, hash)`,
  `CREATE INDEX orders_digest ON orders (account, digest)`,
  `CREATE TABLE spent_hash (account text NOT NULL, digest text NOT NULL, order_id int8, PRIMARY KEY (digest, account))`,
  `CREATE TABLE user_trade (
     account text NOT NULL, trade_id int8 NOT NULL, market text NOT NULL, side text NOT NULL, rate_key int8 NOT NULL,
     amount ${AMOUNT}, trade_fee ${AMOUNT}, settlement_fee ${AMOUNT}, rebate ${AMOUNT}, rebate_token text,
     time int8 NOT NULL, order_id int8 NOT NULL, order_cid int8, PRIMARY KEY (account, trade_id))`,
  `CREATE INDEX user_trade_history ON user_trade (account, time, trade_id)`,
  `CREATE INDEX user_trade_market_history ON user_trade (account, market, time, trade_id)`,
  `CREATE INDEX user_trade_order ON user_trade (account, order_id, time, trade_id)`,
  `CREATE TABLE sent_trade (trade_id int8 PRIMARY KEY, batch_id int8 NOT NULL, transaction text NOT NULL)`,
  `CREATE TABLE mined_trade (
     trade_id int8 PRIMARY KEY, batch_id int8, transaction text NOT NULL, block_number int8 NOT NULL,
     block_hash text NOT NULL, final boolean NOT NULL)`,
  `CREATE TABLE entry (
     id int8 PRIMARY KEY, account text NOT NULL, type text NOT NULL, cause jsonb NOT NULL, changes jsonb NOT NULL,
     applied jsonb NOT NULL, transaction text, block_number int8, block_hash text, canceled boolean NOT NULL,
     open boolean NOT NULL, nonce int8, description text NOT NULL, created_at int8 NOT NULL, updated_at int8 NOT NULL)`,
  `CREATE INDEX entry_history ON entry (account, created_at, id)`,
  `CREATE INDEX entry_open ON entry (account) WHERE open`,
  `CREATE INDEX entry_nonce ON entry (account, nonce) WHERE nonce IS NOT NULL`,
  `CREATE INDEX entry_transaction ON entry (account, transaction) WHERE transaction IS NOT NULL`,
  `CREATE INDEX entry_open_deposit ON entry (created_at) WHERE open AND type = 'deposit'`,
  `CREATE INDEX entry_open_withdrawal ON entry (type) WHERE open AND type = 'withdrawal'`,
  `CREATE TABLE username (account text PRIMARY KEY, name text NOT NULL, folded text NOT NULL UNIQUE)`,
  `CREATE TABLE totp_salt (
     account text PRIMARY KEY, secret text NOT NULL, salt text NOT NULL, last_step int8 NOT NULL, day int8 NOT NULL,
     day_tries int8 NOT NULL)`,
  `CREATE TABLE message (
     account text NOT NULL, slot int8 NOT NULL, number int8 NOT NULL, at int8 NOT NULL, text text NOT NULL,
     PRIMARY KEY (account, slot))`,
  `CREATE INDEX message_newest ON message (account, number)`,
  `CREATE TABLE session (account text PRIMARY KEY, live text, live_until int8 NOT NULL, consumed text)`,
  `CREATE TABLE login_nonces (
     account text NOT NULL, signer text NOT NULL, nonces jsonb NOT NULL, PRIMARY KEY (account, signer))`,
  `CREATE TABLE disconnect_switch (
     account text NOT NULL, via text NOT NULL, seconds int8 NOT NULL, set_at int8 NOT NULL, adopted jsonb NOT NULL,
     fired boolean NOT NULL, PRIMARY KEY (account, via))`,
  `CREATE TABLE account_limit (account text PRIMARY KEY, point_tenths int8)`,
  `CREATE TABLE token (
     symbol text PRIMARY KEY, contract text NOT NULL UNIQUE, name text NOT NULL, decimals int8 NOT NULL,
     min_order_amount ${AMOUNT}, min_order_remaining ${AMOUNT}, supply text NOT NULL, description text NOT NULL,
     links jsonb NOT NULL)`,
  `CREATE TABLE market (
     market text PRIMARY KEY, index int8 NOT NULL UNIQUE, traded text NOT NULL, quote text NOT NULL,
     min_order_amount_quote ${AMOUNT}, min_order_remaining_quote ${AMOUNT}, status text NOT NULL, last_rate_key int8)`,
  `CREATE TABLE notice (account text NOT NULL, seq int8 NOT NULL, at int8 NOT NULL, notice jsonb NOT NULL,
     PRIMARY KEY (account, seq))`,
  `CREATE INDEX notice_at ON notice (at)`,
  `CREATE TABLE chain_parameter (name text PRIMARY KEY, value text NOT NULL)`,
  `CREATE TABLE counter (name text PRIMARY KEY, last int8 NOT NULL)`,
  `CREATE TABLE rebate_quota (partition int8 NOT NULL, token text NOT NULL, quota ${AMOUNT} CHECK (quota >= 0),
     reserved ${AMOUNT} CHECK (reserved >= 0), PRIMARY KEY (partition, token))`,
  `CREATE INDEX account_volume_due ON account (volume_due) WHERE volume_due IS NOT NULL`,
  `CREATE TABLE volume_bucket (account text NOT NULL, hour int8 NOT NULL, volume ${AMOUNT}, PRIMARY KEY (account, hour))`,
  `CREATE TABLE ether_rate (token text PRIMARY KEY, rate text NOT NULL)`,
];
