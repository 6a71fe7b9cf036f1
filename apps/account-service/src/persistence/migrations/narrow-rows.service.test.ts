import { accountNotice } from '@exchange/contract/bus';
import { address, orderId, partitionOf } from '@exchange/core/kernel';
import { type Database, upsert } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { OlderDatabase } from '../../../test/older-database.fixture';
import { postingTable } from '../tables/account-tables';
import { entryTable } from '../tables/entry-table';
import { orderTable, spentHashTable, userTradeTable } from '../tables/order-tables';
import { noticeTable, reservedRebateTable } from '../tables/output-tables';
import { minedTradeTable } from '../tables/settlement-tables';
import { NarrowRows1765900000000 } from './017-narrow-rows';

const ALICE = address(`0x${'a1'.repeat(20)}`);
const KEY = `0x${'ee'.repeat(20)}`;
const ETH = `0x${'00'.repeat(20)}`;
const DAI = `0x${'da'.repeat(20)}`;
const hash = (digit: string) => `0x${digit.repeat(64)}`;
/** Its column. */
const EXPIRES_AT = 'leave_at';
const AT = Date.UTC(2026, 10, 29);

const order = {
  ...{
    id: 1,
    account: ALICE,
    cid: 7,
    hash: hash('1'),
    digest: hash('2'),
    packed_hash: null,
    market: 'ETHDAI',
  },
  ...{ side: 'sell', sell_token: ETH, sell_amount: '100', buy_token: DAI, buy_amount: `1${'0'.repeat(38)}` },
  ...{ expiry: 5, nonce: 6, signature_v: 27, signature_r: hash('3'), signature_s: hash('4'), format: 'sign' },
  ...{ signer: KEY, sell_remaining: '40', buy_remaining: '3', sell_book: '0', buy_book: '0', held: '0' },
  ...{
    edit_held: null,
    rate_key: 12,
    hidden: false,
    stop_rate_key: null,
    peg: null,
    [EXPIRES_AT]: 9,
    active: false,
  },
  fees: { makerPpm: -200, takerPpm: 2500, settlementFee: '8', rebateToken: 'buy' },
  ...{ cancel_asked: true, canceled: true, info: 'canceled', execution: 'none', via: 'g 1' },
  ...{ placed_at: AT, last_active_at: AT + 1 },
};
/** In the typed format, open, signed by the account itself. */
const open = {
  ...{
    ...order,
    id: 2,
    cid: null,
    hash: hash('5'),
    digest: hash('5'),
    packed_hash: hash('6'),
    signer: ALICE,
  },
  ...{ format: 'signTypedData', active: true, canceled: false, peg: { rateKey: 1, currency: 'USD' } },
};

const cause = {
  ...{
    kind: 'trade',
    tradeId: 11,
    role: 'maker',
    digest: hash('2'),
    signer: KEY,
    soldToken: ETH,
    boughtToken: DAI,
  },
  ...{
    sold: '60',
    bought: '7',
    fee: '3',
    rebate: '2',
    rebateInBought: true,
    volume: '5',
    volumeHour: 4,
    madeAt: AT,
  },
};
const change = (token: string, amount: string, fees: string, net: string) => ({ token, amount, fees, net });
const trade = {
  ...{
    id: 21,
    account: ALICE,
    type: 'trade',
    cause,
    market: 'ETHDAI',
    transaction: hash('7'),
    block_number: 3,
  },
  changes: [change(ETH, '-60', '0', '-60'), change(DAI, '7', '1', '6')],
  applied: [
    [1, 1, -1],
    [0, -1, 1],
  ],
  ...{
    block_hash: hash('8'),
    canceled: false,
    open: false,
    nonce: null,
    deadline: null,
    description: 'trade',
  },
  ...{ created_at: AT, updated_at: AT + 2 },
};
const reversing = { ...trade, id: 22, open: true, cause: { ...cause, signer: ALICE, reversing: true } };
/** With a rebate in the token that was sold, which came out of the taker's fee then. */
const rebateInSold = {
  ...{ ...trade, id: 24, open: true, cause: { ...cause, tradeId: 12, rebateInBought: false } },
  changes: [change(ETH, '-60', '-2', '-58'), change(DAI, '7', '3', '4')],
};
const deposit = {
  ...{ ...trade, id: 23, type: 'deposit', cause: { kind: 'deposit', place: 'x' }, market: null },
  ...{ changes: [change(ETH, '5', '0', '5')], applied: [[1, 1, -1]], description: 'deposit' },
};

const posting = (id: number, owner: string, bucket: string, amount: string, token = ETH) => ({
  ...{ id, owner, token, bucket, amount, ref_kind: 'entry', ref_id: 21, at: AT },
});
const postings = [
  posting(1, ALICE, 'held', '-60'),
  posting(2, 'clearing', 'total', '60'),
  posting(3, 'collector', 'settled', '-3', DAI),
  posting(4, ALICE, 'shortfall', `1${'0'.repeat(30)}`, DAI),
];
const userTrade = {
  ...{
    account: ALICE,
    trade_id: 11,
    market: 'ETHDAI',
    role: 'maker',
    side: 'sell',
    rate_key: 12,
    amount: '60',
  },
  ...{
    trade_fee: '1',
    settlement_fee: '2',
    rebate: '2',
    rebate_token: DAI,
    time: AT,
    order_id: 1,
    order_cid: 7,
  },
};
const spent = { account: ALICE, digest: hash('2'), order_id: 1 };
const mined = {
  ...{
    trade_id: 11,
    batch_id: null,
    transaction: hash('7'),
    block_number: 3,
    block_hash: hash('8'),
    final: true,
  },
};

const told = { account: ALICE, seq: 4, at: AT, items: [] };

const stored = {
  orders: [order, open],
  entry: [trade, reversing, deposit, rebateInSold],
  posting: postings,
  user_trade: [userTrade],
  spent_hash: [spent],
  mined_trade: [mined],
  notice: [{ account: ALICE, seq: 4, at: AT, notice: told }],
  rebate_quota: [{ partition: partitionOf(ALICE), token: ETH, quota: '9', reserved: '5' }],
} as const;

async function store(client: pg.Client): Promise<void> {
  for (const [table, rows] of Object.entries(stored)) {
    await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  }
}

describe('what an earlier release stored in wide rows', () => {
  let older: OlderDatabase;
  let database: Database;
  const shown = async (view: string, key: string): Promise<unknown[]> => {
    const rows = await older.query<{ row: unknown }>(
      `SELECT to_jsonb(${view}.*) AS row FROM ${view} ORDER BY ${key}`,
    );
    return rows.map(({ row }) => row);
  };
  /** Amounts as JSON's numbers, which is how Postgres shows them. */
  const asShown = (rows: readonly object[]) => JSON.parse(JSON.stringify(rows)) as Record<string, unknown>[];
  const exact = (rows: readonly unknown[], names: readonly string[]) =>
    (rows as Record<string, unknown>[]).map((row) => ({
      ...row,
      ...Object.fromEntries(
        names.map((name) => [name, row[name] === null ? null : BigInt(row[name] as string)]),
      ),
    }));

  beforeAll(async () => {
    older = await OlderDatabase.before(NarrowRows1765900000000, store);
    ({ database } = older);
  }, 180_000);

  afterAll(() => older?.stop(), 30_000);

  it('is shown by the views as it was', async () => {
    const amounts = ['sell_amount', 'sell_remaining', 'buy_remaining', 'sell_book', 'buy_book', 'held'];
    const orders = (await shown('orders', 'id')).map((row) => ({ ...(row as object), buy_amount: null }));
    expect(exact(orders, amounts)).toEqual(
      exact(
        asShown([order, open]).map((row) => ({ ...row, buy_amount: null, fee_version: 1 })),
        amounts,
      ),
    );
    expect(await shown('entry', 'id')).toEqual(asShown(stored.entry));
    const lines = exact((await shown('posting', 'id')).slice(0, 3), ['amount']);
    expect(lines).toEqual(exact(asShown(postings).slice(0, 3), ['amount']));
  });

  it('is found as it was', async () => {
    const rows = await database.find(orderTable, { where: { account: ALICE, active: true } });
    expect(rows).toMatchObject([{ id: 2, hash: open.hash, signer: ALICE, fees: order.fees, peg: open.peg }]);
    const [ended] = await database.find(orderTable, { where: { hash: order.hash as never } });
    expect(ended).toMatchObject({ id: 1, active: false, signer: KEY, buyAmount: 10n ** 38n });
    const entries = await database.find(entryTable, { where: { account: ALICE }, order: [['id', 'asc']] });
    expect(entries.map((entry) => [entry.cause, entry.changes, entry.applied, entry.open])).toEqual(
      stored.entry.map((entry) => [entry.cause, entry.changes, entry.applied, entry.open]),
    );
    expect(
      await database.find(userTradeTable, { where: { account: ALICE, orderId: orderId(1) } }),
    ).toMatchObject([{ tradeId: 11, rebateToken: DAI, amount: 60n }]);
    expect(await database.find(spentHashTable, { where: { digest: [hash('2') as never] } })).toMatchObject(
      [spent].map(({ order_id: id, ...row }) => ({ ...row, orderId: id })),
    );
    expect(await database.find(minedTradeTable)).toMatchObject([{ tradeId: 11, blockHash: hash('8') }]);
    const [notice] = await database.find(noticeTable, { where: { account: ALICE } });
    expect(notice).toMatchObject({ seq: 4, at: AT });
    expect(notice && accountNotice.decode(notice.data)).toEqual(told);
  });

  it('is promised out of the budget, as far as it is a rebate of an open trade', async () => {
    expect(await database.find(reservedRebateTable)).toEqual([
      { partition: partitionOf(ALICE), token: ETH, reserved: 7n },
    ]);
  });

  it('is changed, and ends, as new rows do: an ended row is there once', async () => {
    await database.claimWriter();
    const [row] = await database.find(orderTable, { where: { account: ALICE, active: true } });
    const [entry] = await database.find(entryTable, { where: { account: ALICE, open: true } });
    if (row === undefined || entry === undefined) throw new Error('nothing is open');
    const line = {
      owner: ALICE,
      token: ETH,
      bucket: 'usable',
      amount: 5n,
      refKind: 'order',
      refId: 2,
      at: AT,
    };
    await database.commit({
      changes: [
        upsert(orderTable, [{ ...row, active: false, info: 'filled' }]),
        upsert(entryTable, [{ ...entry, open: false }]),
        upsert(postingTable, [
          { ...line, id: 5 },
          { ...line, id: 6, bucket: 'held', amount: -5n },
          { ...line, id: 7, owner: 'chain', bucket: 'total', token: DAI },
        ]),
      ],
      positions: [],
      outbox: [],
    });
    expect(await database.find(orderTable, { where: { account: ALICE, active: true } })).toEqual([]);
    expect(await database.find(orderTable, { where: { id: orderId(2) } })).toEqual([
      { ...row, active: false, info: 'filled', via: null },
    ]);
    expect(await database.find(entryTable, { where: { id: entry.id } })).toEqual([{ ...entry, open: false }]);
    expect(
      await older.query(
        "SELECT id, owner, token, bucket, amount::int FROM posting WHERE ref_kind = 'order' ORDER BY id",
      ),
    ).toEqual([
      { id: '5', owner: ALICE, token: ETH, bucket: 'usable', amount: 5 },
      { id: '6', owner: ALICE, token: ETH, bucket: 'held', amount: -5 },
      { id: '7', owner: 'chain', token: DAI, bucket: 'total', amount: 5 },
    ]);
    expect(await older.query('SELECT count(*)::int AS rows FROM posting_record')).toEqual([{ rows: 5 }]);
  });
});
