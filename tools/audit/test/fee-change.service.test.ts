import type { Table } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { entryTable } from '../../../apps/account-service/src/persistence/tables/entry-table';
import {
  feeStartTable,
  feeVersionTable,
} from '../../../apps/account-service/src/persistence/tables/fee-tables';
import {
  orderTable,
  userTradeTable,
} from '../../../apps/account-service/src/persistence/tables/order-tables';
import { feeRateChecks } from '../src/fee-rate-checks';
import { AuditedDatabase } from './audited-database.fixture';
import { FeeExchange, schedule } from './fee-change.fixture';

/** `npm run test:fee-change` makes 10 000. */
const TRADES = Number(process.env['FEE_CHANGE_TRADES'] ?? 400);
jest.setTimeout(120_000 + TRADES * 60);

const TABLES = [
  orderTable,
  userTradeTable,
  entryTable,
  feeVersionTable,
  feeStartTable,
] as unknown as Table<object>[];
/** An order that nobody edited since before the second version began. */
const UNTOUCHED = `id = (SELECT min(id) FROM order_record WHERE fee_version IS NULL AND last_active_at <
  (SELECT min(at) FROM fee_start WHERE version = 2))`;
const someSide = (where: string) =>
  `(trade_id, account) = (SELECT trade_id, account FROM user_trade_record WHERE ${where} LIMIT 1)`;

describe('trades across the starts of two schedules of fees, over three groups of accounts', () => {
  let exchange: FeeExchange;
  let database: AuditedDatabase;

  beforeAll(async () => {
    exchange = await FeeExchange.open();
    await exchange.tradeUntil(TRADES / 4);
    await exchange.laterByAnHour();
    await exchange.changeFees(schedule([0n, 150, 2_333], [5n, -77, 1_999], [20n, -333, 777]));
    await exchange.tradeUntil((TRADES * 2) / 3);
    await exchange.changeFees(schedule([0n, -50, 1_111], [40n, 10, 60]));
    await exchange.tradeUntil(TRADES);
    await exchange.world.stop();
    database = await AuditedDatabase.of(exchange.world.store, TABLES);
  });

  afterAll(() => database?.stop(), 30_000);

  const findings = () => database.findings(feeRateChecks);
  /** The names of the checks that find something, after a change by hand of one row, which is taken back. */
  async function foundBy(change: string, back: string): Promise<Record<string, readonly object[]>> {
    expect(await database.change(change)).toBe(1);
    const found = Object.entries(await findings()).map(
      ([name, { differences }]) => [name, differences] as const,
    );
    expect(await database.change(back)).toBe(1);
    return Object.fromEntries(found.filter(([, differences]) => differences.length > 0));
  }

  it('are of all versions, by all kinds of fees, in several partitions of each group', async () => {
    expect(exchange.world.fatal).toEqual([]);
    expect(exchange.spread.groups).toBe(3);
    expect(exchange.spread.partitions).toBeGreaterThanOrEqual(5);
    const kinds = await database.rows<{ version: number; role: string; fee: boolean; rebate: boolean }>(
      `SELECT DISTINCT fee_version AS version, role, trade_fee > 0 AS fee, rebate > 0 AS rebate FROM user_trade`,
    );
    for (const version of [1, 2, 3])
      expect(kinds).toContainEqual({ version, role: 'taker', fee: true, rebate: false });
    const maker = { version: expect.any(Number), role: 'maker' };
    expect(kinds).toContainEqual({ ...maker, fee: true, rebate: false });
    expect(kinds).toContainEqual({ ...maker, fee: false, rebate: true });
    // A maker's order of older fees was taken by one of newer fees, and an edited one has other fees than it traded with.
    const crossed = await database.rows(
      `SELECT 1 FROM user_trade AS maker JOIN user_trade AS taker USING (trade_id)
       WHERE maker.role = 'maker' AND taker.role = 'taker' AND maker.fee_version < taker.fee_version`,
    );
    expect(crossed.length).toBeGreaterThan(0);
    const edited = await database.rows(
      `SELECT 1 FROM user_trade AS side JOIN orders ON orders.id = order_id WHERE side.fee_version < orders.fee_version`,
    );
    expect(edited.length).toBeGreaterThan(0);
  });

  it('are recomputed by the audit, each to the unit', async () => {
    const found = await findings();
    console.log(
      `${exchange.trades} trades: ${Object.entries(found)
        .map(([name, { compared }]) => `${name} ${compared}`)
        .join(', ')}`,
    );
    expect(exchange.trades).toBeGreaterThanOrEqual(TRADES);
    for (const [name, { differences }] of Object.entries(found))
      expect([name, differences]).toEqual([name, []]);
    expect(found['trade fees = rates']?.compared).toBe(2 * exchange.trades);
    expect(found['rebates = rates']?.compared).toBe(exchange.trades);
  });

  it('show an order of the wrong version', async () => {
    const found = await foundBy(
      `UPDATE order_record SET fee_version = 2, settlement_fee = 7 WHERE ${UNTOUCHED}`,
      `UPDATE order_record SET fee_version = NULL, settlement_fee = 0 WHERE settlement_fee = 7`,
    );
    expect(found).toMatchObject({
      'order versions = starts of the fees': [{ recorded: '2', expected: '1' }],
    });
  });

  it.each([
    [
      'a fee that is one unit too high',
      'trade_fee = trade_fee + 1',
      'trade_fee = trade_fee - 1',
      "role = 'maker' AND fee_ppm > 0",
      'trade fees = rates',
    ],
    [
      'a rate that is in no row of its version',
      'fee_ppm = fee_ppm + 1',
      'fee_ppm = fee_ppm - 1',
      "role = 'maker' AND fee_ppm > 0",
      'trade fees = rates',
    ],
    [
      'a version that its order never had',
      'fee_version = 9',
      'fee_version = 3',
      'fee_version = 3',
      'trade versions = orders',
    ],
    [
      'a rebate that is one unit too low',
      'rebate = rebate - 1',
      'rebate = rebate + 1',
      'rebate > 0',
      'rebates = rates',
    ],
  ])('show %s', async (_, change, back, where, name) => {
    const [side] = await database.rows<{ trade_id: string; role: string }>(
      `SELECT trade_id, role FROM user_trade_record WHERE ${someSide(where)}`,
    );
    const one = `trade_id = ${side?.trade_id} AND role = '${side?.role}'`;
    const found = await foundBy(
      `UPDATE user_trade_record SET ${change} WHERE ${one}`,
      `UPDATE user_trade_record SET ${back} WHERE ${one}`,
    );
    expect(found[name]).toEqual([expect.objectContaining({ what: `trade ${side?.trade_id} ${side?.role}` })]);
  });
});
