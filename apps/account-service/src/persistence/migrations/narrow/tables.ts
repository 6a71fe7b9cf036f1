const AMOUNT = 'numeric(39,0) NOT NULL';

/** Tables in partitions by `period`: 0 is what is open, then Unix months; what nobody made a partition for lies in `_other`. */
const OPEN =
  'WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)';

/** The months of each of them are made ahead by `make_history_partitions`. */
const HISTORIES = `ARRAY['order_record', 'user_trade_record', 'entry_record', 'posting_record']`;

export const narrowTables: readonly string[] = [
  `CREATE TABLE order_record (
     id int8 NOT NULL, placed_at int8 NOT NULL, last_active_at int8 NOT NULL, expiry int8 NOT NULL, nonce int8 NOT NULL,
     rate_key int8 NOT NULL, leave_at int8 NOT NULL, stop_rate_key int8, cid int8,
     period int4 NOT NULL, signature_v int4 NOT NULL, maker_ppm int4 NOT NULL, taker_ppm int4 NOT NULL,
     hidden boolean NOT NULL, cancel_asked boolean NOT NULL, canceled boolean NOT NULL,
     account bytea NOT NULL, digest bytea NOT NULL, hash bytea, packed_hash bytea, signer bytea,
     sell_token bytea NOT NULL, buy_token bytea NOT NULL, signature_r bytea NOT NULL, signature_s bytea NOT NULL,
     market text NOT NULL, side text NOT NULL, format text NOT NULL, rebate_token text NOT NULL, info text NOT NULL,
     execution text, via text, sell_amount ${AMOUNT}, buy_amount ${AMOUNT}, sell_remaining ${AMOUNT},
     buy_remaining ${AMOUNT}, sell_book ${AMOUNT}, buy_book ${AMOUNT}, held ${AMOUNT}, edit_held numeric(39,0),
     settlement_fee ${AMOUNT}, peg jsonb, PRIMARY KEY (id, period)) PARTITION BY RANGE (period)`,
  `CREATE TABLE order_record_open PARTITION OF order_record FOR VALUES FROM (0) TO (1) ${OPEN}`,
  `CREATE TABLE order_record_other PARTITION OF order_record DEFAULT`,
  `CREATE INDEX order_record_history ON order_record (account, placed_at, id)`,
  `CREATE INDEX order_record_market_history ON order_record (account, market, placed_at, id)`,
  `CREATE INDEX order_record_cid ON order_record (account, cid, id) WHERE cid IS NOT NULL`,
  `CREATE INDEX order_record_digest ON order_record USING hash (digest)`,
  `CREATE INDEX order_record_hash ON order_record USING hash (hash) WHERE hash IS NOT NULL`,
  `CREATE INDEX order_record_packed_hash ON order_record USING hash (packed_hash) WHERE packed_hash IS NOT NULL`,
  `CREATE INDEX order_record_open_leave ON order_record_open (leave_at)`,

  `CREATE TABLE user_trade_record (
     trade_id int8 NOT NULL, rate_key int8 NOT NULL, time int8 NOT NULL, order_id int8 NOT NULL, order_cid int8,
     period int4 NOT NULL, account bytea NOT NULL, rebate_token bytea, market text NOT NULL, role text, side text NOT NULL,
     amount ${AMOUNT}, trade_fee ${AMOUNT}, settlement_fee ${AMOUNT}, rebate ${AMOUNT},
     PRIMARY KEY (trade_id, account, period)) PARTITION BY RANGE (period)`,
  `CREATE TABLE user_trade_record_other PARTITION OF user_trade_record DEFAULT`,
  `CREATE INDEX user_trade_record_history ON user_trade_record (account, time, trade_id)`,
  `CREATE INDEX user_trade_record_market_history ON user_trade_record (account, market, time, trade_id)`,
  `CREATE INDEX user_trade_record_order ON user_trade_record (order_id, time, trade_id)`,

  `CREATE TABLE entry_record (
     id int8 NOT NULL, created_at int8 NOT NULL, updated_at int8 NOT NULL, trade_id int8, made_at int8,
     known_block_time int8, volume_hour int8, block_number int8, nonce int8, deadline int8,
     period int4 NOT NULL, marks int4, canceled boolean NOT NULL, rebate_in_bought boolean,
     account bytea NOT NULL, digest bytea, signer bytea, sold_token bytea, bought_token bytea, transaction bytea,
     block_hash bytea, type text NOT NULL, market text, role text, description text NOT NULL,
     sold numeric(39,0), bought numeric(39,0), fee numeric(39,0), rebate numeric(39,0), volume numeric(39,0),
     cause jsonb, changes jsonb, applied jsonb, PRIMARY KEY (id, period)) PARTITION BY RANGE (period)`,
  `CREATE TABLE entry_record_open PARTITION OF entry_record FOR VALUES FROM (0) TO (1) ${OPEN}`,
  `CREATE TABLE entry_record_other PARTITION OF entry_record DEFAULT`,
  `CREATE INDEX entry_record_history ON entry_record (account, created_at, id)`,
  `CREATE INDEX entry_record_market_history ON entry_record (account, market, created_at, id) WHERE market IS NOT NULL`,
  `CREATE INDEX entry_record_nonce ON entry_record (account, nonce) WHERE nonce IS NOT NULL`,
  `CREATE INDEX entry_record_transaction ON entry_record (account, transaction) WHERE type = 'deposit'`,
  `CREATE INDEX entry_record_open_deadline ON entry_record_open (deadline) WHERE deadline IS NOT NULL`,
  `CREATE INDEX entry_record_open_deposit ON entry_record_open (created_at) WHERE type = 'deposit'`,
  `CREATE INDEX entry_record_open_withdrawal ON entry_record_open (id) WHERE type = 'withdrawal'`,

  `CREATE TABLE posting_record (
     id int8 NOT NULL, ref_id int8 NOT NULL, at int8 NOT NULL, period int4 NOT NULL, account bytea, ref_kind text NOT NULL,
     tokens bytea NOT NULL, places bytea NOT NULL, amounts numeric[] NOT NULL,
     PRIMARY KEY (id, period)) PARTITION BY RANGE (period)`,
  `CREATE TABLE posting_record_other PARTITION OF posting_record DEFAULT`,

  `CREATE TABLE narrow_spent_hash (order_id int8, account bytea NOT NULL, digest bytea NOT NULL, PRIMARY KEY (digest, account))`,
  `CREATE TABLE narrow_sent_trade (trade_id int8 PRIMARY KEY, batch_id int8 NOT NULL, transaction bytea NOT NULL)`,
  `CREATE TABLE narrow_mined_trade (
     trade_id int8 PRIMARY KEY, batch_id int8, block_number int8 NOT NULL, final boolean NOT NULL,
     transaction bytea NOT NULL, block_hash bytea NOT NULL)`,

  // Unix months of a time in Unix ms, as the program counts them.
  `CREATE FUNCTION month_of(at int8) RETURNS int4 LANGUAGE sql IMMUTABLE AS $$
     SELECT greatest(((extract(year FROM t) - 1970) * 12 + extract(month FROM t) - 1)::int4, 1)
     FROM (SELECT to_timestamp(at / 1000) AT TIME ZONE 'UTC' AS t) AS moment $$`,
  `CREATE FUNCTION bytes_of(text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT decode(substr($1, 3), 'hex') $$`,
  `CREATE FUNCTION hex_of(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '0x' || encode($1, 'hex') $$`,
  // The numbers of places in a posting's row, from 0: buckets of the account, then of the pools.
  `CREATE FUNCTION posting_places() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT ARRAY[
     'usable', 'held', 'pendingWithdrawal', 'blocked', 'settled', 'boughtUnsettled', 'soldUnsettled', 'shortfall',
     'chain total', 'clearing total', 'collector total', 'shortfall total', 'collector settled'] $$`,
  // A month whose rows lie in _other already stays there.
  `CREATE FUNCTION make_history_partitions(month int4) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE parent text; name text; is_kept boolean;
   BEGIN
     IF month <= 0 THEN RETURN; END IF;
     FOREACH parent IN ARRAY ${HISTORIES} LOOP
       name := parent || '_' || (1970 + month / 12) || '_' || lpad((month % 12 + 1)::text, 2, '0');
       CONTINUE WHEN to_regclass(name) IS NOT NULL;
       PERFORM pg_advisory_xact_lock(hashtext('history partitions'));
       CONTINUE WHEN to_regclass(name) IS NOT NULL;
       EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE period = %s)', parent || '_other', month) INTO is_kept;
       CONTINUE WHEN is_kept;
       EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)', name, parent, month, month + 1);
     END LOOP;
   END $$`,
];
