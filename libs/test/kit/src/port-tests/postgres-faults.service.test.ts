import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeJson } from '@exchange/contract/bus';
import {
  openPostgres,
  type PostgresDatabase,
  silentTurnMetrics,
  systemClock,
  Turn,
  upsert,
} from '@exchange/platform';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EchoService, heardTable } from '../echo-service';
import { KeptLog } from '../kept-log';
import { MemoryBroker } from '../memory/memory-broker';
import { startPostgres, TEST_PASSWORD, type TestPostgres } from '../servers/start-postgres';

/** Any pause that lets the server read its configuration again. */
const RELOAD_MS = 200;

class CreateHeard1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE heard (id bigint PRIMARY KEY, text text NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE heard');
  }
}

const PATIENCE_MS = 500;
const ROLE = 'chain_watcher';
const BACKENDS = `FROM pg_stat_activity WHERE usename = '${ROLE}'`;

describe('a service whose database fails', () => {
  let postgres: TestPostgres;
  let admin: pg.Client;
  let database: PostgresDatabase;
  let log: KeptLog;

  const sql = async (...statements: string[]) => {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await admin.query<Record<string, unknown>>(statement));
    return rows;
  };
  /** With a replica that doesn't answer commits are done, and their answers wait. */
  const waitForReplica = async (name: string) => {
    await sql(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`, 'SELECT pg_reload_conf()');
    await systemClock.sleep(RELOAD_MS);
  };
  const connectAdmin = async () => {
    admin = new pg.Client({ connectionString: postgres.adminUrl });
    admin.on('error', () => undefined);
    await admin.connect();
  };
  const open = async () => {
    const opened = await openPostgres({
      service: 'chain-watcher',
      url: postgres.url,
      password: TEST_PASSWORD,
      tables: [heardTable],
      migrations: [CreateHeard1700000000001],
      log,
      patienceMs: PATIENCE_MS,
    });
    await opened.claimWriter();
    return opened;
  };
  const write = (id: number, text: string) =>
    database.commit({
      changes: [upsert(heardTable, [{ id, text }])],
      positions: [],
      outbox: [{ subject: 'chain.v1.1', seq: id, data: encodeJson({ seq: id }) }],
    });
  /** As the turn does: again until it succeeds. What it throws here would end the process. */
  const written = async (id: number, text: string) => {
    for (const failures: string[] = []; ;) {
      try {
        await write(id, text);
        return failures;
      } catch (error) {
        if ((error as Error).name !== 'Error' && (error as Error).name !== 'error') throw error;
        failures.push((error as { code?: string }).code ?? (error as Error).message);
        await systemClock.sleep(20);
      }
    }
  };
  const texts = async () =>
    (await sql('SELECT text FROM chain_watcher.heard ORDER BY id')).map(({ text }) => text);
  const pids = async () => (await sql(`SELECT pid ${BACKENDS}`)).map(({ pid }) => Number(pid));
  const terminate = () => sql(`SELECT pg_terminate_backend(pid) ${BACKENDS}`);
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await systemClock.sleep(10);
  };

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['chain-watcher'] });
    await connectAdmin();
  });
  beforeEach(async () => {
    log = new KeptLog();
    database = await open();
    await sql('DELETE FROM chain_watcher.heard', 'DELETE FROM chain_watcher.outbox');
  });
  afterEach(() => database.close());
  afterAll(async () => {
    await admin.end();
    await postgres.stop();
  });

  it('goes on under load while its backends are terminated again and again', async () => {
    const bus = new MemoryBroker({ clock: systemClock }).connect('chain-watcher');
    const handler = new EchoService(database);
    const fatal: Error[] = [];
    const onFatal = (error: Error) => void fatal.push(error);
    const parts = { database, handler, bus, log, onFatal, clock: systemClock, metrics: silentTurnMetrics };
    const turn = new Turn({ name: 'chain-watcher', ...parts });
    await turn.start();
    const rounds = systemClock.sleep(0).then(async () => {
      for (let round = 0; round < 10; round += 1) {
        await terminate();
        await systemClock.sleep(100);
      }
    });
    let asked = 0;
    for (let over = false; !over;) {
      const ask = (number: number) => bus.request('echo.v1.hello', encodeJson(`order ${number}`), 5_000);
      await Promise.all([1, 2, 3].map(() => ask((asked += 1))));
      over = await Promise.race([rounds.then(() => true), systemClock.sleep(0).then(() => false)]);
    }
    expect(fatal).toEqual([]);
    const wanted = Array.from({ length: asked }, (_, index) => `order ${index + 1}`);
    expect((await texts()).sort()).toEqual(wanted.sort());
    expect(await sql('SELECT count(*)::int AS n FROM chain_watcher.outbox_heads WHERE seq > 0')).toEqual([
      { n: 1 },
    ]);
    await turn.stop();
  });

  it('repeats a commit that was done and whose answer was lost, which changes nothing', async () => {
    await write(1, 'before');
    await waitForReplica('nobody');
    const second = written(2, 'once');
    const waits = `${BACKENDS} AND wait_event = 'SyncRep'`;
    await until(async () => (await sql(`SELECT 1 ${waits}`)).length > 0);
    await terminate();
    await until(async () => (await texts()).length === 2);
    await waitForReplica('');
    expect(await second).not.toEqual([]);
    expect(await texts()).toEqual(['before', 'once']);
    expect(await sql('SELECT seq::int FROM chain_watcher.outbox ORDER BY seq')).toEqual([
      { seq: 1 },
      { seq: 2 },
    ]);
  });

  it('replaces a backend that hangs, whose late work is refused', async () => {
    await write(1, 'old');
    const [hung] = await pids();
    process.kill(hung ?? 0, 'SIGSTOP');
    try {
      // The backend finds this commit when it goes on: by then it has been repeated, and more was committed.
      expect(await written(1, 'stale')).not.toEqual([]);
      await written(1, 'new');
    } finally {
      process.kill(hung ?? 0, 'SIGCONT');
    }
    await until(async () => !(await pids()).includes(hung ?? 0));
    expect(await texts()).toEqual(['new']);
  });

  it('waits for a server that only reads', async () => {
    await sql('ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()');
    await systemClock.sleep(RELOAD_MS);
    const done = written(1, 'a');
    await systemClock.sleep(100);
    await sql('SET default_transaction_read_only = off', 'ALTER SYSTEM RESET default_transaction_read_only');
    await sql('SELECT pg_reload_conf()');
    expect(await done).toContain('25006');
  });

  it('waits for a connection when there are too many, also to start with', async () => {
    await sql('ALTER ROLE chain_watcher CONNECTION LIMIT 0');
    await terminate();
    const done = written(1, 'a');
    const opening = open();
    await systemClock.sleep(150);
    await sql('ALTER ROLE chain_watcher CONNECTION LIMIT -1');
    expect(await done).toContain('53300');
    database = await database.close().then(() => opening);
    expect(log.of('warn').map(({ message }) => message)).toContain(
      'opening the database failed, trying again',
    );
  });

  it('goes on after a backend crashed and the server recovered', async () => {
    await write(1, 'a');
    process.kill((await pids())[0] ?? 0, 'SIGKILL');
    expect(await written(2, 'b')).not.toEqual([]);
    await connectAdmin();
    expect(await texts()).toEqual(['a', 'b']);
  });

  it('goes on after the server was stopped and started', async () => {
    await write(1, 'a');
    const restarted = postgres.crashAndRestart();
    await written(2, 'b');
    await restarted;
    await connectAdmin();
    expect(await texts()).toEqual(['a', 'b']);
  });

  it('waits for room on a full disk', async () => {
    const makeRoom = await (process.getuid?.() === 0 ? fillVolume() : pretendFull());
    const done = written(1, randomBytes(100_000).toString('hex'));
    await systemClock.sleep(100);
    await makeRoom();
    expect(await done).toContain('53100');
  });

  /** A small volume of its own, which only root can mount. */
  const fillVolume = async () => {
    const volume = mkdtempSync(path.join(os.tmpdir(), 'exchange-volume-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', volume]);
    execFileSync('chown', ['postgres', volume]);
    await sql(`CREATE TABLESPACE small LOCATION '${volume}'`);
    await sql('ALTER TABLE chain_watcher.heard SET TABLESPACE small');
    await sql('CREATE TABLE filling TABLESPACE small AS SELECT 1 AS a');
    const fill = sql('INSERT INTO filling SELECT generate_series(1, 100000)');
    await expect(fill).rejects.toMatchObject({ code: '53100' });
    return async () => {
      await sql('DROP TABLE filling', 'CHECKPOINT');
      await sql('ALTER TABLE chain_watcher.heard SET TABLESPACE pg_default', 'CHECKPOINT');
      await sql('DROP TABLESPACE small');
      execFileSync('umount', ['--lazy', volume]);
      rmSync(volume, { recursive: true });
    };
  };

  /** What the server says of a full disk. */
  const pretendFull = async () => {
    await sql(`CREATE FUNCTION chain_watcher.full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$`);
    await sql(`CREATE TRIGGER full_disk BEFORE INSERT ON chain_watcher.heard
      FOR EACH ROW EXECUTE FUNCTION chain_watcher.full_disk()`);
    return async () => {
      await sql('DROP FUNCTION chain_watcher.full_disk CASCADE');
    };
  };
});
