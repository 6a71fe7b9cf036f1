/** A trade's cause, changes and marks from their columns, as the program puts them together. */
const CAUSE = `jsonb_strip_nulls(jsonb_build_object(
    'kind', 'trade', 'tradeId', trade_id, 'role', role, 'digest', hex_of(digest), 'signer', hex_of(coalesce(signer, account)),
    'soldToken', hex_of(sold_token), 'boughtToken', hex_of(bought_token), 'sold', sold::text, 'bought', bought::text,
    'fee', fee::text, 'rebate', rebate::text, 'rebateInBought', rebate_in_bought, 'volume', volume::text,
    'volumeHour', volume_hour, 'madeAt', made_at, 'knownBlockTime', known_block_time)) || coalesce(cause, '{}')`;
const SOLD_FEES = `CASE WHEN rebate_in_bought THEN 0 ELSE -rebate END`;
const BOUGHT_FEES = `CASE WHEN rebate_in_bought THEN fee - rebate ELSE fee END`;
const change = (token: string, amount: string, fees: string) => `jsonb_build_object('token', hex_of(${token}),
    'amount', (${amount})::text, 'fees', (${fees})::text, 'net', (${amount} - (${fees}))::text)`;
const CHANGES = `jsonb_build_array(
    ${change('sold_token', '-sold', SOLD_FEES)}, ${change('bought_token', 'bought', BOUGHT_FEES)})`;
const mark = (power: number) => `marks / ${3 ** power} % 3 - 1`;
const marks = (first: number) => `jsonb_build_array(${mark(first)}, ${mark(first - 1)}, ${mark(first - 2)})`;

/** What was in tables of these names before, for the audit and for people. */
export const narrowViews: readonly string[] = [
  `CREATE VIEW orders AS SELECT
     id, hex_of(account) AS account, cid, hex_of(coalesce(hash, digest)) AS hash, hex_of(digest) AS digest,
     hex_of(packed_hash) AS packed_hash, market, side, hex_of(sell_token) AS sell_token, sell_amount,
     hex_of(buy_token) AS buy_token, buy_amount, expiry, nonce, signature_v, hex_of(signature_r) AS signature_r,
     hex_of(signature_s) AS signature_s, format, hex_of(coalesce(signer, account)) AS signer, sell_remaining, buy_remaining,
     sell_book, buy_book, held, edit_held, rate_key, hidden, stop_rate_key, peg,
     jsonb_build_object('makerPpm', maker_ppm, 'takerPpm', taker_ppm, 'settlementFee', settlement_fee::text,
       'rebateToken', rebate_token) AS fees,
     leave_at, period = 0 AS active, cancel_asked, canceled, info, execution, via, placed_at, last_active_at
   FROM order_record`,
  `CREATE VIEW user_trade AS SELECT
     hex_of(account) AS account, trade_id, market, role, side, rate_key, amount, trade_fee, settlement_fee, rebate,
     hex_of(rebate_token) AS rebate_token, time, order_id, order_cid
   FROM user_trade_record`,
  `CREATE VIEW entry AS SELECT
     id, hex_of(account) AS account, type, CASE WHEN trade_id IS NULL THEN cause ELSE ${CAUSE} END AS cause, market,
     CASE WHEN changes IS NULL THEN ${CHANGES} ELSE changes END AS changes,
     CASE WHEN applied IS NULL THEN jsonb_build_array(${marks(5)}, ${marks(2)}) ELSE applied END AS applied,
     hex_of(transaction) AS transaction, block_number, hex_of(block_hash) AS block_hash, canceled, period = 0 AS open,
     nonce, deadline, description, created_at, updated_at
   FROM entry_record`,
  `CREATE VIEW posting AS SELECT
     id + line - 1 AS id, CASE WHEN place < 8 THEN hex_of(account) ELSE split_part(posting_places[place + 1], ' ', 1) END AS owner,
     hex_of(substr(tokens, (code >> 4) * 20 + 1, 20)) AS token,
     CASE WHEN place < 8 THEN posting_places[place + 1] ELSE split_part(posting_places[place + 1], ' ', 2) END AS bucket,
     amount, ref_kind, ref_id, at
   FROM posting_record CROSS JOIN posting_places(), LATERAL unnest(amounts) WITH ORDINALITY AS lines (amount, line),
     LATERAL (SELECT get_byte(places, (line - 1)::int4) AS code) AS byte, LATERAL (SELECT code & 15 AS place) AS low`,
];
