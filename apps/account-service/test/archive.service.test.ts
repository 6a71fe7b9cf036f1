import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { address, entryId, orderId } from '@exchange/core/kernel';
import { openPostgres, type PostgresDatabase } from '@exchange/platform';
import { KeptLog, startPostgres, TEST_PASSWORD, type TestPostgres } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ENTRIES, findHistory, ORDERS, USER_TRADES } from '../src/inbox/query/history';
import { migrations, tables, upkeep } from '../src/persistence';

const ALICE = address(`0x${'a1'.repeat(20)}`);
const ETH = `0x${'00'.repeat(20)}`;
const DAI = `0x${'da'.repeat(20)}`;
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const APRIL = Date.UTC(2026, 3, 10);
const MAY = Date.UTC(2026, 4, 10);
const JUNE = Date.UTC(2026, 5, 10);
const period = (at: number) => (new Date(at).getUTCFullYear() - 1970) * 12 + new Date(at).getUTCMonth();
const bytes = (hex: string) => `\\x${hex.slice(2)}`;

const order = (id: number, at: number, isOpen = false) => ({
  ...{ id, placed_at: at, last_active_at: at, expiry: 9, nonce: id, rate_key: 5, [EXPIRES_AT]: 9 },
  ...{ period: isOpen ? 0 : period(at), signature_v: 27, maker_ppm: 0, taker_ppm: 0 },
  ...{ hidden: false, cancel_asked: false, canceled: false, account: bytes(ALICE), digest: bytes(hash(id)) },
  ...{
    sell_token: bytes(ETH),
    buy_token: bytes(DAI),
    signature_r: bytes(hash(1)),
    signature_s: bytes(hash(2)),
  },
  ...{
    market: 'ETHDAI',
    side: 'sell',
    format: 'sign',
    rebate_token: 'buy',
    info: 'filled',
    settlement_fee: 0,
  },
  ...{
    sell_amount: 100,
    buy_amount: 700,
    sell_remaining: 40,
    buy_remaining: 280,
    sell_book: 0,
    buy_book: 0,
    held: 0,
  },
});
const EXPIRES_AT = 'leave_at';
const entry = (id: number, at: number, more: object) => ({
  ...{ id, created_at: at, updated_at: at, period: period(at), canceled: false, account: bytes(ALICE) },
  ...{ type: 'trade', description: '', market: 'ETHDAI', block_number: id, ...more },
});
/** Sold 30 for 210, all of it settled. */
const trade = (id: number, at: number, ofOrder: number) =>
  entry(id, at, {
    ...{ trade_id: id, made_at: at, role: 'maker', digest: bytes(hash(ofOrder)), sold_token: bytes(ETH) },
    ...{ bought_token: bytes(DAI), sold: 30, bought: 210, fee: 0, rebate: 0, rebate_in_bought: true },
    marks: [1, 1, -1, 1, 1, -1].reduce((sum, mark, place) => sum + (mark + 1) * 3 ** (5 - place), 0),
  });
const side = (id: number, at: number, ofOrder: number) => ({
  ...{ trade_id: id, rate_key: 5, time: at, order_id: ofOrder, period: period(at), account: bytes(ALICE) },
  ...{
    market: 'ETHDAI',
    role: 'maker',
    side: 'sell',
    amount: 30,
    trade_fee: 0,
    settlement_fee: 0,
    rebate: 0,
  },
});
/** What an entry moved: `usable` of a token, against the chain's pool. */
const posting = (id: number, at: number, token: string, amount: number) => ({
  ...{
    id,
    ref_id: id,
    at,
    period: period(at),
    account: bytes(ALICE),
    ref_kind: 'entry',
    tokens: bytes(token),
  },
  ...{ places: '\\x0008', amounts: [amount, -amount] },
});
const deposit = entry(1, APRIL, {
  ...{ type: 'deposit', market: null, cause: { kind: 'deposit' }, transaction: bytes(hash(77)) },
  ...{ changes: [{ token: ETH, amount: '100', fees: '0', net: '100' }], applied: [[1, 1, -1]] },
});

/** An order of April that traded in April and in May, one of May, and one of June. */
const stored = {
  order_record: [order(11, APRIL), order(12, MAY), order(13, JUNE)],
  user_trade_record: [side(2, APRIL, 11), side(3, MAY, 11), side(4, MAY, 12), side(5, JUNE, 13)],
  entry_record: [deposit, trade(2, APRIL, 11), trade(3, MAY, 11), trade(4, MAY, 12), trade(5, JUNE, 13)],
  posting_record: [
    posting(101, APRIL, ETH, 100),
    ...[APRIL, MAY, MAY, JUNE].map((at, place) => posting(111 + 2 * place, at, ETH, -30)),
  ],
};

const SUMS = {
  posting: "SELECT owner || ' ' || token || ' ' || bucket AS what, amount AS value FROM posting",
  sold: `SELECT account || ' ' || digest AS what, sell_amount - sell_remaining AS value FROM orders
    UNION ALL SELECT account || ' ' || (cause->>'digest'), -(cause->>'sold')::numeric FROM entry WHERE type = 'trade'`,
  settled: `SELECT account || ' ' || (change->>'token') AS what, (change->>'net')::numeric AS value
    FROM entry, jsonb_array_elements(changes) AS change`,
} as const;

describe('npm run archive', () => {
  let postgres: TestPostgres;
  let database: PostgresDatabase;
  let client: pg.Client;
  let folder: string;
  let sums: Record<string, unknown[]>;

  /** The command, which is killed as soon as it has said `until`. */
  async function archive(
    args: readonly string[],
    until?: RegExp,
  ): Promise<{ code: number | null; said: string }> {
    const url = new URL(postgres.url);
    url.username = 'archivist';
    url.password = TEST_PASSWORD;
    const child = spawn('node', ['tools/run.mjs', 'archive', ...args, '--database', url.href]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        if (until?.test(said) === true) child.kill('SIGKILL');
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, said };
  }
  const detach = (before: string, until?: RegExp) =>
    archive(['detach', '--before', before, '--out', folder], until);

  /** With what is archived; they stay as they are whatever is. */
  async function allSums() {
    const found: Record<string, unknown[]> = {};
    for (const [figure, query] of Object.entries(SUMS)) {
      const { rows } = await client.query<object>(
        `SELECT what, sum(value)::text AS value FROM (${query} UNION ALL SELECT what, amount FROM archived_sum
           WHERE figure = '${figure}') AS parts GROUP BY 1 ORDER BY 1`,
      );
      found[figure] = rows;
    }
    return found;
  }
  const history = async (page: object) => {
    const find = { limit: 50, ...page };
    const [orders, trades, entries] = [
      await findHistory(database, ORDERS, ALICE, find),
      await findHistory(database, USER_TRADES, ALICE, find),
      await findHistory(database, ENTRIES, ALICE, find),
    ];
    return [orders, trades, entries].map((found) => (found.ok ? found.value.length : found.message));
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
    postgres = await startPostgres({ services: ['account-service'] });
    database = await openPostgres({
      ...{ service: 'account-service', url: postgres.url, password: TEST_PASSWORD, log: new KeptLog() },
      ...{ tables, migrations, upkeep },
    });
    client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query('SET ROLE account_service; SET search_path = account_service');
    for (const at of [APRIL, MAY, JUNE])
      await client.query('SELECT make_history_partitions($1)', [period(at)]);
    for (const [table, rows] of Object.entries(stored)) {
      await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
        JSON.stringify(rows),
      ]);
    }
    sums = await allSums();
  });

  afterAll(async () => {
    await client?.end();
    await database?.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('says why a month must stay, and leaves everything as it is', async () => {
    const open = order(14, MAY, true);
    await client.query(
      'INSERT INTO order_record SELECT * FROM jsonb_populate_recordset(NULL::order_record, $1)',
      [JSON.stringify([open])],
    );
    const { said } = await archive(['list']);
    expect(said).toMatch(/2026-04 +attached +1 +1 +2 +2 .*may be archived/);
    expect(said).toMatch(/2026-05 +attached .*1 orders that were placed until its end are open, such as 14/);
    expect(await detach('2026-07')).toMatchObject({ code: 1 });
    await client.query('DELETE FROM order_record WHERE id = 14');
    expect(await history({})).toEqual([2, 3, 4]);
  });

  it('goes on where it was killed, under readers and writers, and keeps sums, deposits and the rest', async () => {
    await client.query('BEGIN; LOCK TABLE entry_record IN ROW EXCLUSIVE MODE');
    const waits = detach('2026-06', /2026-05 is detached/);
    setTimeout(() => void client.query('COMMIT'), 1_200);
    expect(await waits).toMatchObject({ code: null });
    expect(await history({})).toEqual([1, 1, 2]);
    expect(await detach('2026-06')).toMatchObject({ code: 0 });
    expect(await allSums()).toEqual(sums);
    expect(await history({ to: JUNE - 1 })).toEqual([0, 0, 1]);
    expect(await history({ before: 12 })).toEqual(Array(3).fill(expect.stringContaining('archived')));
    const left = await database.find(ENTRIES.table, { where: { account: ALICE, id: entryId(1) } });
    expect(left).toMatchObject([{ type: 'deposit', transaction: hash(77) }]);
  });

  it('brings a month back from its own files alone', async () => {
    const file = path.join(folder, '2026-05', 'order_record.jsonl.gz');
    await expect(archive(['restore', '--month', '2026-05', '--from', folder])).resolves.toMatchObject({
      code: 0,
    });
    expect(await history({ from: MAY })).toEqual([2, 3, 3]);
    await archive(['restore', '--month', '2026-04', '--from', folder]);
    expect(await history({})).toEqual([3, 4, 5]);
    expect(await allSums()).toEqual(sums);
    expect((await database.find(ORDERS.table, { where: { id: orderId(11) } })).length).toBe(1);
    await detach('2026-06');
    await appendFile(file, 'more');
    expect(await archive(['restore', '--month', '2026-05', '--from', folder])).toMatchObject({ code: 1 });
  });

  it('is done by a role that may read and write no table', async () => {
    const other = new pg.Client({ connectionString: postgres.adminUrl });
    await other.connect();
    try {
      await other.query('SET ROLE archivist');
      for (const attempt of ['TABLE account_service.orders', 'DELETE FROM account_service.balance'])
        await expect(other.query(attempt)).rejects.toThrow('permission denied');
      await other.query('RESET ROLE; SET ROLE auditor; SET default_transaction_read_only = off');
      await expect(other.query('SELECT account_service.archive_drop(600)')).rejects.toThrow(
        'permission denied',
      );
    } finally {
      await other.end();
    }
  });
});
