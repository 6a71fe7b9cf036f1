import type { Database } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { OlderDatabase } from '../../../test/older-database.fixture';
import { entryOf } from '../ledger-rows';
import { entryTable } from '../tables/entry-table';
import { MarksOfChanges1764500000000 } from './003-marks-of-changes';

const ETH = `0x${'aa'.repeat(20)}`;
const DAI = `0x${'bb'.repeat(20)}`;
/** More than one statement of the migration changes. */
const DEPOSITS = 20_001;
const TRADE_ID = DEPOSITS + 1;
const EXIT_ID = TRADE_ID + 1;

const change = (token: string, amount: string) => ({ token, amount, fees: '0', net: amount });
const insert = `INSERT INTO entry (
  id, account, type, cause, changes, applied, canceled, open, description, created_at, updated_at)`;

/** What that release stored. */
async function store(client: pg.Client): Promise<void> {
  await client.query(
    `${insert} SELECT n, $1, 'deposit', '{"kind": "deposit", "place": "1"}', $2, '[1, 1, -1]', false, false, '', 1, 1
     FROM generate_series(1, ${DEPOSITS}) n`,
    [ETH, JSON.stringify([change(ETH, '5')])],
  );
  const trade = { kind: 'trade', sold: '5', bought: '600', fee: '0', rebate: '0' };
  await client.query(`${insert} VALUES ($1, $2, 'trade', $3, $4, '[0, 1, -1]', false, true, '', 1, 1)`, [
    TRADE_ID,
    ETH,
    JSON.stringify(trade),
    JSON.stringify([change(ETH, '-5'), change(DAI, '600')]),
  ]);
  await client.query(
    `${insert} VALUES ($1, $2, 'withdrawal', '{"kind": "exit_request", "place": "1"}', $3, '[-1, 1, 1]', false, false, '', 1, 1)`,
    [EXIT_ID, ETH, JSON.stringify([change(ETH, '0')])],
  );
  await client.query(`INSERT INTO exit (account, token, requests) VALUES ($1, $1, $2)`, [
    ETH,
    JSON.stringify([{ place: '1', block: 1, logIndex: 0, effectiveAt: 1, entryId: EXIT_ID }]),
  ]);
}

describe('entries that the first release stored', () => {
  let older: OlderDatabase;
  let database: Database;

  beforeAll(async () => {
    older = await OlderDatabase.before(MarksOfChanges1764500000000, store);
    ({ database } = older);
  }, 180_000);

  afterAll(() => older?.stop(), 30_000);

  it('have their marks for each change', async () => {
    const rows = await database.find(entryTable, {
      where: { id: { gte: DEPOSITS - 1, lte: TRADE_ID } },
      order: [['id', 'asc']],
    });
    expect(rows.map(entryOf).map(({ type, applied }) => [type, applied])).toEqual([
      ['deposit', [[1, 1, -1]]],
      ['deposit', [[1, 1, -1]]],
      [
        'trade',
        [
          [0, 1, -1],
          [0, 1, -1],
        ],
      ],
    ]);
    const [first] = await database.find(entryTable, { where: { id: 1 } });
    expect(first?.applied).toEqual([[1, 1, -1]]);
  });

  it('of an exit that is in force are open, so that they can end with it', async () => {
    const rows = await database.find(entryTable, { where: { type: 'withdrawal' } });
    expect(rows.map(({ id, open: isOpen, applied }) => [id, isOpen, applied])).toEqual([
      [EXIT_ID, true, [[-1, 1, 1]]],
    ]);
  });
});
