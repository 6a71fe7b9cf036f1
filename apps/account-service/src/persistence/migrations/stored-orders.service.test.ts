import { address, orderId } from '@exchange/core/kernel';
import type { Database } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { OlderDatabase } from '../../../test/older-database.fixture';
import { accountsDueAt } from '../../accounts/due-accounts';
import { readAccounts } from '../../accounts/read-accounts';
import { withTrades } from '../order-trades';
import { orderTable } from '../tables/order-tables';
import { BoundedWork1765300000000 } from './011-bounded-work';

const ALICE = address(`0x${'a1'.repeat(20)}`);
const BOB = address(`0x${'b2'.repeat(20)}`);
const HASH = `0x${'11'.repeat(32)}`;
const FEES = { makerPpm: 0, takerPpm: 0, settlementFee: '0', rebateToken: 'sell' };
/** More than one statement of the migration looks at. */
const ORDERS = 5_002;
const [FIRST, SECOND] = [orderId(1), orderId(ORDERS)];

/** What that release stored. */
async function store(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO account (address, seq, frozen, volume, new_volume, volume_hour, hour_volume, next_withdrawal_nonce,
       submit_rests_until, trade_count) SELECT a, 1, false, 0, 0, 0, 0, 1, 0, 0 FROM unnest($1::text[]) a`,
    [[ALICE, BOB]],
  );
  await client.query(
    `INSERT INTO orders (id, account, hash, digest, market, side, sell_token, sell_amount, buy_token, buy_amount, expiry,
       nonce, signature_v, signature_r, signature_s, format, signer, sell_remaining, buy_remaining, sell_book, buy_book,
       held, rate_key, hidden, fees, leave_at, active, canceled, info, trades, placed_at, last_active_at)
     SELECT n, $1, $2, $2, 'ETHDAI', 'sell', $1, 100, $1, 100, 1, 1, 27, $2, $2, 'sign', $1, 100, 100, 100, 100, 100, 1,
       false, $3, 1, true, false, '', '[]', 1, 1 FROM generate_series(1, ${ORDERS}) n`,
    [ALICE, HASH, JSON.stringify(FEES)],
  );
  await client.query(
    `UPDATE orders SET sell_remaining = 10, trades = CASE id WHEN 1 THEN '[5, 7]'::jsonb ELSE '[6]'::jsonb END
     WHERE id IN (1, ${ORDERS})`,
  );
  await client.query(
    `INSERT INTO user_trade (account, trade_id, market, side, rate_key, amount, trade_fee, settlement_fee, rebate, time,
       order_id) VALUES ($1, 7, 'ETHDAI', 'sell', 1, 1, 0, 0, 0, 1, 1), ($1, 5, 'ETHDAI', 'sell', 1, 1, 0, 0, 0, 1, 1),
       ($1, 6, 'ETHDAI', 'sell', 1, 1, 0, 0, 0, 1, ${ORDERS}), ($2, 6, 'ETHDAI', 'buy', 1, 1, 0, 0, 0, 1, 9)`,
    [ALICE, BOB],
  );
  const cause = (deadline: number) => ({
    kind: 'withdrawal',
    token: ALICE,
    amount: '1',
    nonce: 1,
    deadline,
  });
  const withdrawal = `INSERT INTO entry (id, account, type, cause, changes, applied, canceled, open, nonce, description,
    created_at, updated_at) VALUES ($1, $2, 'withdrawal', $3, '[]', '[]', false, $4, $1, '', 1, 1)`;
  await client.query(withdrawal, [1, ALICE, JSON.stringify(cause(100)), true]);
  await client.query(withdrawal, [2, BOB, JSON.stringify(cause(200)), true]);
  await client.query(withdrawal, [3, BOB, JSON.stringify(cause(50)), false]);
}

describe('orders and withdrawals that an earlier release stored', () => {
  let older: OlderDatabase;
  let database: Database;

  beforeAll(async () => {
    older = await OlderDatabase.before(BoundedWork1765300000000, store);
    ({ database } = older);
  }, 180_000);

  afterAll(() => older?.stop(), 30_000);

  it('have their trades as rows, in order, and no cancel that was asked', async () => {
    const rows = await database.find(orderTable, {
      where: { id: [FIRST, SECOND, orderId(2)] },
      order: [['id', 'asc']],
    });
    const orders = await withTrades(database, [ALICE], rows);
    expect(orders.map(({ trades, cancelAsked }) => [trades, cancelAsked])).toEqual([
      [[5, 7], false],
      [[], false],
      [[6], false],
    ]);
    const [alice] = await readAccounts(database, [ALICE]);
    expect(alice?.rows?.orders.find(({ id }) => id === FIRST)?.trades).toEqual([5, 7]);
    expect(alice?.rows?.orders).toHaveLength(ORDERS);
  });

  it('are found when their deadline has passed, and not before', async () => {
    expect(await accountsDueAt(database, 100)).toEqual([]);
    expect(await accountsDueAt(database, 101)).toEqual([ALICE]);
    expect(await accountsDueAt(database, 201)).toEqual([ALICE, BOB]);
  });
});
