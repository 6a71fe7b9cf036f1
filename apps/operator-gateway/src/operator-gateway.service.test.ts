import { operatorCommands } from '@exchange/contract/bus';
import type { OperatorOrder } from '@exchange/core/message';
import { ACTIONS, type LogVerdict } from '@exchange/core/operator';
import { runService } from '@exchange/edge/service-host';
import {
  base32Bytes,
  connectNats,
  type IncomingRequest,
  type NatsBus,
  stepAt,
  totpCode,
} from '@exchange/platform';
import {
  freePort,
  KeptLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { groupsReply } from '../test/account-groups.fixture';
import { PASSWORD, peopleFile, SECRET } from '../test/people.fixture';
import { config } from './config';
import { OperatorGatewayModule } from './operator-gateway.module';

const CODES = { RIGHT: () => totpCode(base32Bytes(SECRET), stepAt(Date.now())) };
const reason = 'asked for by a test';
type Json = Record<string, unknown>;

interface Entry extends Json {
  readonly seq: number;
  readonly kind: string;
}

describe('the operator-gateway with a real broker and database', () => {
  let postgres: TestPostgres;
  let nats: TestNats;
  let ledger: NatsBus;
  let running: Awaited<ReturnType<typeof runService>> | undefined;
  let base: string;
  let environment: Record<string, string>;
  const tokens = new Map<string, string>();
  /** What the ledger was ordered, in order of arrival. */
  const ordered: OperatorOrder[] = [];
  const carriedOut = new Map<number, OperatorOrder>();
  /** So many answers are lost on their way. */
  let lost = 0;

  const answer = ({ data, respond }: IncomingRequest) => {
    const { order } = JSON.parse(Buffer.from(data).toString()) as { order?: OperatorOrder };
    if (order !== undefined) {
      ordered.push(order);
      carriedOut.set(order.seq, order);
      if (lost > 0) {
        lost -= 1;
        return;
      }
    }
    const effects = [{ what: 'status', of: 'ETHDAI', before: 'open', after: 'post_only' }];
    respond(operatorCommands.setMarketStatus.encodeReply({ ok: true, value: { effects } }));
  };

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres({ services: ['operator-gateway'] }), startNats()]);
    const log = new KeptLog();
    ledger = await connectNats({ url: nats.url, user: 'account-service', password: TEST_PASSWORD, log });
    await ledger.serve('account.v1.cmd.*.*.*', answer);
    await ledger.serve('account.v1.query.*.*.*', ({ subject, respond }) => {
      if (subject.endsWith('.groups')) return respond(groupsReply());
      const heads = [...carriedOut.values()].map((head) => ({ group: 'main', ...head }));
      respond(operatorCommands.operatorHeadsQuery.encodeReply({ ok: true, value: { heads, more: false } }));
    });
    const port = await freePort();
    base = `http://127.0.0.1:${port}/api/v1`;
    environment = {
      ...{ NATS_URL: nats.url, NATS_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal' },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD },
      ...{ OPERATOR_PORT: String(port), CHAIN_ID: '31337' },
      OPERATOR_PEOPLE_FILE: peopleFile({
        ...{ nora: ['market', 'risk', 'admin'], otto: ['market', 'admin'], vera: ['viewer'] },
        tina: ['market'],
      }),
    };
    await start();
    for (const person of ['nora', 'otto', 'vera']) {
      const opened = await call('POST', 'login', undefined, {
        person,
        password: PASSWORD,
        code: CODES.RIGHT(),
      });
      expect(opened).toMatchObject({ status: 200, body: { name: person } });
      tokens.set(person, String(opened.body['token']));
    }
  }, 120_000);

  afterAll(async () => {
    await running?.stop();
    await ledger.close();
    await Promise.all([postgres.stop(), nats.stop()]);
  });

  async function start(): Promise<void> {
    const values = config.parse(environment);
    running = await runService({
      ...{ name: 'operator-gateway', module: OperatorGatewayModule.with(values), config: values },
    });
    await until(async () => (await call('GET', 'doors')).status === 200);
    await until(async () => (await call('GET', 'me', 'nora')).status !== 503);
  }

  async function call(method: 'GET' | 'POST', path: string, person?: string, body?: object) {
    const token = tokens.get(person ?? '');
    const response = await fetch(`${base}/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  const market = (status: string) => ({
    steps: [{ action: 'set-market-status', content: { market: 'ETHDAI', status } }],
  });
  const submit = (person: string, status: string) =>
    call('POST', 'orders', person, { ...market(status), reason });
  const firstOf = (answered: { body: Json }): Entry => (answered.body['entries'] as Entry[])[0] as Entry;
  const ended = (seq: number) => call('GET', `orders/${seq}?wait=10000`, 'nora');
  const verdict = async () => (await call('GET', 'audit/verify', 'vera')).body['verdict'] as LogVerdict;

  it('lets nobody in with a wrong password, name or code, or a code that was used', async () => {
    const login = (body: object) => call('POST', 'login', undefined, body);
    const right = { person: 'tina', password: PASSWORD, code: CODES.RIGHT() };
    expect(await login({ ...right, password: 'wrong' })).toMatchObject({ status: 401 });
    expect(await login({ ...right, person: 'nobody' })).toMatchObject({ status: 401 });
    expect(await login({ ...right, code: (right.code + 1) % 1_000_000 })).toMatchObject({ status: 401 });
    expect(await login({ person: 'tina' })).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
    expect(await login(right)).toMatchObject({ status: 200 });
    expect(await login(right)).toMatchObject({ status: 401, body: { code: 'LOGIN_REFUSED' } });
    await login(right);
    expect(await login(right)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(await call('GET', 'me')).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
    expect(await call('GET', 'me', 'otto')).toMatchObject({ body: { roles: ['market', 'admin'] } });
  });

  it('tries without effect, and says how many people a change needs', async () => {
    const before = ordered.length;
    const tried = await call('POST', 'dry-run', 'nora', market('cancel_only'));
    expect(tried.body).toMatchObject({ people: 1, steps: [{ effects: [{ what: 'status' }] }] });
    expect((await call('POST', 'dry-run', 'nora', market('post_only'))).body).toMatchObject({ people: 2 });
    expect(await call('POST', 'dry-run', 'vera', market('open'))).toMatchObject({ status: 403 });
    expect(await call('POST', 'dry-run', 'nora', market('ajar'))).toMatchObject({
      ...{ status: 400, body: { message: /status/ } },
    });
    expect(ordered).toHaveLength(before);
  });

  it('orders what one person may do, and its owner carries it out once though its answer is lost', async () => {
    lost = 1;
    const order = firstOf(await submit('nora', 'cancel_only'));
    expect(order).toMatchObject({ kind: 'ordered', person: 'nora', reason, approvals: [] });
    expect((await ended(order.seq)).body).toMatchObject({ kind: 'done', effects: [{ what: 'status' }] });
    const sent = ordered.filter(({ seq }) => seq === order.seq);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ hash }) => hash)).size).toBe(1);
  }, 60_000);

  it('orders what needs two when another approves, and never by the same person or a wrong role', async () => {
    const proposal = firstOf(await submit('nora', 'open'));
    expect(proposal).toMatchObject({ kind: 'proposed' });
    const approve = (person: string) =>
      call('POST', `proposals/${proposal.seq}/approve`, person, { reason: 'agreed' });
    expect(await approve('nora')).toMatchObject({ status: 403, body: { message: /your own/ } });
    expect(await approve('vera')).toMatchObject({ status: 403 });
    expect((await call('GET', `proposals/${proposal.seq}`, 'otto')).body).toMatchObject({
      now: { people: 2 },
    });
    const entries = (await approve('otto')).body['entries'] as Entry[];
    expect(entries).toMatchObject([
      { kind: 'approved', person: 'otto' },
      { kind: 'ordered', person: 'nora', approvals: ['otto'] },
    ]);
    expect(await approve('otto')).toMatchObject({ status: 404 });
    expect((await ended(Number(entries[1]?.seq))).body).toMatchObject({ kind: 'done' });
  });

  it('gives roles by two people, which count at once, and more than what the login says', async () => {
    const steps = [{ action: 'set-roles', content: { person: 'vera', roles: ['viewer', 'support'] } }];
    const proposal = firstOf(await call('POST', 'orders', 'nora', { steps, reason }));
    await call('POST', `proposals/${proposal.seq}/approve`, 'otto', { reason });
    expect((await call('GET', 'me', 'vera')).body).toMatchObject({ roles: ['viewer', 'support'] });
    expect((await call('GET', 'actions', 'vera')).body['actions']).toHaveLength(ACTIONS.length);
  });

  it('goes on after a restart with its sessions, its proposals and its orders', async () => {
    const proposal = firstOf(await submit('nora', 'post_only'));
    await running?.stop();
    await start();
    expect((await call('GET', 'me', 'vera')).body).toMatchObject({ roles: ['viewer', 'support'] });
    const { body } = await call('GET', 'proposals', 'otto');
    expect(body).toMatchObject({ proposals: [{ seq: proposal.seq, person: 'nora' }] });
    const rejected = await call('POST', `proposals/${proposal.seq}/reject`, 'otto', { reason: 'not now' });
    expect(rejected).toMatchObject({ status: 200 });
  });

  it('may add to the log, and neither change it nor take anything from it', async () => {
    const url = new URL(postgres.url);
    url.username = 'operator_gateway';
    url.password = TEST_PASSWORD;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      for (const sql of [
        "UPDATE operator_gateway.audit_entry SET body = ''",
        'DELETE FROM operator_gateway.audit_entry',
        'TRUNCATE operator_gateway.audit_entry',
        'DROP TABLE operator_gateway.audit_entry',
        'ALTER TABLE operator_gateway.audit_entry DISABLE TRIGGER ALL',
        'GRANT ALL ON operator_gateway.audit_entry TO operator_gateway; DELETE FROM operator_gateway.audit_entry',
        'DROP SCHEMA operator_gateway CASCADE',
        "INSERT INTO operator_gateway.audit_entry VALUES (1, '', '') ON CONFLICT (seq) DO UPDATE SET body = ''",
      ]) {
        await expect(client.query(sql)).rejects.toThrow(/permission denied|must be owner/);
      }
      expect((await client.query('SELECT 1 FROM operator_gateway.audit_entry')).rowCount).toBeGreaterThan(5);
    } finally {
      await client.end();
    }
  });

  it('names the first entry that somebody with all rights changed, took away or swapped, and mends with it', async () => {
    expect(await verdict()).toMatchObject({ ok: true });
    const admin = new pg.Client({ connectionString: postgres.adminUrl });
    await admin.connect();
    const table = 'operator_gateway.audit_entry';
    const { rows } = await admin.query<{ seq: string; hash: string; body: string }>(`SELECT * FROM ${table}`);
    const restore = async () => {
      await admin.query(`DELETE FROM ${table}`);
      for (const { seq, hash, body } of rows)
        await admin.query(`INSERT INTO ${table} VALUES ($1, $2, $3)`, [seq, hash, body]);
    };
    try {
      await admin.query(`UPDATE ${table} SET body = replace(body, '"nora"', '"Nora"') WHERE seq = 3`);
      expect(await verdict()).toMatchObject({ ok: false, seq: 3, fault: 'changed' });
      await restore();
      await admin.query(`DELETE FROM ${table} WHERE seq = 4`);
      expect(await verdict()).toMatchObject({ ok: false, seq: 4, fault: 'missing' });
      await restore();
      await admin.query(`UPDATE ${table} t SET body = o.body, hash = o.hash FROM ${table} o
        WHERE (t.seq = 2 AND o.seq = 5) OR (t.seq = 5 AND o.seq = 2)`);
      expect(await verdict()).toMatchObject({ ok: false, seq: 2, fault: 'swapped' });
      await restore();
      // Of the newest ones nothing in the log itself says that they were there: their owner does.
      const last = Math.max(...carriedOut.keys());
      await admin.query(`DELETE FROM ${table} WHERE seq >= ${last}`);
      expect(await verdict()).toMatchObject({ ok: false, seq: last, fault: 'missing' });
      await running?.stop();
      await restore();
      await admin.query(`UPDATE ${table} SET hash = replace(hash, 'a', 'b') WHERE seq = 2`);
      await start();
      expect(await submit('nora', 'cancel_only')).toMatchObject({
        status: 503,
        body: { message: /entry 2/ },
      });
    } finally {
      await admin.end();
    }
  }, 60_000);
});

it.each([
  [{ CHAIN_ID: '1' }, /development chains/],
  [{ OPERATOR_PEOPLE_FILE: '' }, /nobody could sign in/],
  [{ OPERATOR_PEOPLE_FILE: '/nowhere' }, /can't be read/],
])('refuses to start with %j', (wrong, message) => {
  const values = config.parse({
    ...{ NATS_PASSWORD: 'x', DATABASE_PASSWORD: 'x', CHAIN_ID: '31337' },
    ...{ OPERATOR_PEOPLE_FILE: peopleFile({ nora: [] }), ...wrong },
  });
  expect(() => OperatorGatewayModule.with(values)).toThrow(message);
});
