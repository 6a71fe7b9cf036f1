import type { Moved } from './move-rows';

const same = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `t.${name}`]));
const bytes = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `bytes_of(t.${name})`]));

const orders: Moved = {
  from: 'orders',
  to: 'order_record',
  key: [['id', 'int8']],
  time: 'placed_at',
  columns: {
    ...same(
      'id',
      'placed_at',
      'last_active_at',
      'expiry',
      'nonce',
      'rate_key',
      'leave_at',
      'stop_rate_key',
      'cid',
    ),
    ...same(
      'signature_v',
      'hidden',
      'cancel_asked',
      'canceled',
      'market',
      'side',
      'format',
      'info',
      'execution',
    ),
    ...same(
      'via',
      'sell_amount',
      'buy_amount',
      'sell_remaining',
      'buy_remaining',
      'sell_book',
      'buy_book',
      'held',
    ),
    ...same('edit_held', 'peg'),
    ...bytes('account', 'digest', 'packed_hash', 'sell_token', 'buy_token', 'signature_r', 'signature_s'),
    period: `CASE WHEN t.active THEN 0 ELSE month_of(t.placed_at) END`,
    maker_ppm: `(t.fees->>'makerPpm')::int4`,
    taker_ppm: `(t.fees->>'takerPpm')::int4`,
    settlement_fee: `(t.fees->>'settlementFee')::numeric`,
    rebate_token: `t.fees->>'rebateToken'`,
    hash: `bytes_of(nullif(t.hash, t.digest))`,
    signer: `bytes_of(nullif(t.signer, t.account))`,
  },
};

const userTrades: Moved = {
  from: 'user_trade',
  to: 'user_trade_record',
  key: [
    ['account', 'text'],
    ['trade_id', 'int8'],
  ],
  time: 'time',
  columns: {
    ...same('trade_id', 'rate_key', 'time', 'order_id', 'order_cid', 'market', 'role', 'side', 'amount'),
    ...same('trade_fee', 'settlement_fee', 'rebate'),
    ...bytes('account', 'rebate_token'),
    period: 'month_of(t.time)',
  },
};

const NEEDED = [
  ...[
    'kind',
    'tradeId',
    'role',
    'digest',
    'signer',
    'soldToken',
    'boughtToken',
    'sold',
    'bought',
    'fee',
    'rebate',
  ],
  'rebateInBought',
];
/** A trade of which everything is known; what is not, stays JSON. */
const IS_TRADE = `(t.cause->>'kind' = 'trade' AND t.cause ?& '{${NEEDED.join(',')}}'::text[])`;
const ofTrade = (value: string) => `CASE WHEN ${IS_TRADE} THEN ${value} END`;
const member = (name: string, type: string) => ofTrade(`(t.cause->>'${name}')::${type}`);
const memberBytes = (name: string) => ofTrade(`bytes_of(t.cause->>'${name}')`);
const MEMBERS = [...NEEDED, 'volume', 'volumeHour', 'madeAt', 'knownBlockTime'];
const HAS_MARKS = `${IS_TRADE} AND jsonb_array_length(t.applied) = 2`;

const entries: Moved = {
  from: 'entry',
  to: 'entry_record',
  key: [['id', 'int8']],
  time: 'created_at',
  more: `, LATERAL (SELECT sum(((t.applied->(n / 3)->>(n % 3))::int4 + 1) * (3 ^ (5 - n))::int4)::int4 AS marks
      FROM generate_series(0, 5) AS n WHERE ${HAS_MARKS}) AS coded`,
  columns: {
    ...same(
      'id',
      'created_at',
      'updated_at',
      'block_number',
      'nonce',
      'deadline',
      'canceled',
      'type',
      'market',
    ),
    ...same('description'),
    ...bytes('account', 'transaction', 'block_hash'),
    period: `CASE WHEN t.open THEN 0 ELSE month_of(t.created_at) END`,
    trade_id: member('tradeId', 'int8'),
    made_at: member('madeAt', 'int8'),
    known_block_time: member('knownBlockTime', 'int8'),
    volume_hour: member('volumeHour', 'int8'),
    rebate_in_bought: member('rebateInBought', 'boolean'),
    role: member('role', 'text'),
    sold: member('sold', 'numeric'),
    bought: member('bought', 'numeric'),
    fee: member('fee', 'numeric'),
    rebate: member('rebate', 'numeric'),
    volume: member('volume', 'numeric'),
    digest: memberBytes('digest'),
    signer: ofTrade(`bytes_of(nullif(t.cause->>'signer', t.account))`),
    sold_token: memberBytes('soldToken'),
    bought_token: memberBytes('boughtToken'),
    marks: 'coded.marks',
    applied: `CASE WHEN coded.marks IS NULL THEN t.applied END`,
    cause: `CASE WHEN ${IS_TRADE} THEN nullif(t.cause - '{${MEMBERS.join(',')}}'::text[], '{}') ELSE t.cause END`,
    // They are compared with what follows from the cause when they are written next.
    changes: 't.changes',
  },
};

/** Each as a row of its own; those that follow share rows with what else their cause posts. */
const postings: Moved = {
  from: 'posting',
  to: 'posting_record',
  key: [['id', 'int8']],
  time: 'at',
  columns: {
    ...same('id', 'ref_id', 'at', 'ref_kind'),
    period: 'month_of(t.at)',
    account: `CASE WHEN t.owner LIKE '0x%' THEN bytes_of(t.owner) END`,
    tokens: 'bytes_of(t.token)',
    places: `set_byte('\\x00', 0, array_position(posting_places(),
      CASE WHEN t.owner LIKE '0x%' THEN t.bucket ELSE t.owner || ' ' || t.bucket END) - 1)`,
    amounts: 'ARRAY[t.amount]',
  },
};

/** Those that are no histories keep their names. */
const renamed = (name: string): Pick<Moved, 'from' | 'to' | 'rename'> => ({
  from: name,
  to: `narrow_${name}`,
  rename: `ALTER TABLE narrow_${name} RENAME TO ${name};
    ALTER INDEX narrow_${name}_pkey RENAME TO ${name}_pkey`,
});

const spentHashes: Moved = {
  ...renamed('spent_hash'),
  key: [
    ['digest', 'text'],
    ['account', 'text'],
  ],
  columns: { ...same('order_id'), ...bytes('account', 'digest') },
};

const sentTrades: Moved = {
  ...renamed('sent_trade'),
  key: [['trade_id', 'int8']],
  columns: { ...same('trade_id', 'batch_id'), ...bytes('transaction') },
};

const minedTrades: Moved = {
  ...renamed('mined_trade'),
  key: [['trade_id', 'int8']],
  columns: {
    ...same('trade_id', 'batch_id', 'block_number', 'final'),
    ...bytes('transaction', 'block_hash'),
  },
};

export const moves: readonly Moved[] = [
  orders,
  userTrades,
  entries,
  postings,
  spentHashes,
  sentTrades,
  minedTrades,
];
