import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJson, encodeJson } from '@exchange/contract/bus';
import {
  EchoService,
  heardTable,
  KeptLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
} from '@exchange/test/kit';
import { Module } from '@nestjs/common';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type BrokerRole,
  connectNats,
  databaseFields,
  defineConfig,
  type NatsBus,
  platformFields,
} from '@exchange/platform';
import { PlatformModule } from './platform.module';
import { runService, type RunningService } from './run-service';

class CreateHeard1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE heard (id bigint PRIMARY KEY, text text NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE heard');
  }
}

/** Serves a subject that its NATS user may hear. */
class AccountEcho extends EchoService {
  override readonly serves = ['account.v1.cmd.*.*.place-order'];
  override readonly writes = [];

  override decide(...input: Parameters<EchoService['decide']>) {
    return { ...super.decide(...input), logs: [], notices: [] };
  }
}

const config = defineConfig({ ...platformFields, ...databaseFields });

describe('a running service', () => {
  let postgres: TestPostgres;
  let nats: TestNats;
  let gateway: NatsBus;
  let engine: NatsBus;
  let service: RunningService;

  const start = async () => {
    const values = config.parse({
      NATS_URL: nats.url,
      NATS_USER: 'account-service',
      NATS_PASSWORD: TEST_PASSWORD,
      DATABASE_URL: postgres.url,
      DATABASE_PASSWORD: TEST_PASSWORD,
      LOG_LEVEL: 'fatal',
    });
    @Module({
      imports: [
        PlatformModule.forService({
          name: 'account-service',
          config: values,
          tables: [heardTable],
          migrations: [CreateHeard1700000000001],
          handler: ({ database }) => new AccountEcho(database),
        }),
      ],
    })
    class EchoModule {}
    service = await runService({ name: 'account-service', module: EchoModule, config: values });
  };

  const get = async (path: string) => {
    const response = await fetch(`${service.internalUrl}${path}`);
    return { status: response.status, text: await response.text() };
  };

  const ask = async (value: string) => {
    const data = encodeJson(value);
    return decodeJson(await gateway.request(`account.v1.cmd.0.${gateway.sender}.place-order`, data, 5_000));
  };

  const ready = async () => {
    for (;;) {
      if ((await get('/health/ready')).status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['account-service'] });
    nats = await startNats();
    const connect = (user: BrokerRole) =>
      connectNats({ url: nats.url, user, password: TEST_PASSWORD, log: new KeptLog() });
    gateway = await connect('ws-gateway');
    engine = await connect('matching-engine');
    await start();
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([gateway.close(), engine.close()]);
    await nats.stop();
    await postgres.stop();
  });

  it('becomes ready, answers, and tells what it measures', async () => {
    await ready();
    expect((await get('/health/live')).status).toBe(200);
    expect(await ask('hello')).toEqual({ ok: true, value: 1 });
    const { text } = await get('/metrics');
    expect(text).toMatch(/turn_inputs_count{service="account-service"} 1/);
    expect(text).toMatch(/turn_ready{service="account-service"} 1/);
  });

  it('remembers what it applied when it is started again', async () => {
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 1, data: encodeJson({}) }]);
    await ask('two');
    await service.stop();
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 2, data: encodeJson({}) }]);
    await start();
    await ready();
    expect(await ask('last')).toEqual({ ok: true, value: 5 });
  });

  const lacks = async (what: RegExp) => {
    for (;;) {
      const { status, text } = await get('/health/ready');
      expect((await get('/health/live')).status).toBe(200);
      if (status === 503 && what.test(text)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('says within seconds that the broker or the database is away or only reads, stays alive, and is ready again', async () => {
    nats.freeze();
    const silent = lacks(/broker: not heard of for \d s/);
    const admin = new pg.Client({ connectionString: postgres.adminUrl });
    await admin.connect();
    const set = async (sql: string) => {
      for (const one of ['SET default_transaction_read_only = off', sql, 'SELECT pg_reload_conf()'])
        await admin.query(one);
    };
    await set('ALTER SYSTEM SET default_transaction_read_only = on');
    await Promise.all([silent, lacks(/database: it only reads/)]);
    nats.thaw();
    await set('ALTER SYSTEM RESET default_transaction_read_only');
    await admin.end();
    await ready();
  });

  it('goes on when the database and the broker were killed, and the broker lost everything', async () => {
    await Promise.all([postgres.crashAndRestart(), nats.restart({ wipe: true })]);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await ask('again')).toEqual({ ok: true, value: 6 });
    expect(await engine.lastLogSeq('MARKET', 'market.v1.A')).toBe(0);
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 2, data: encodeJson({}) }]);
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 3, data: encodeJson({}) }]);
    for (let value = 0; value < 8;) {
      value = ((await ask('poll')) as { value: number }).value;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await get('/health/ready')).status).toBe(200);
  });
});
