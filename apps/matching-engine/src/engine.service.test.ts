import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ledgerControl, ledgerMarket } from '@exchange/contract/bus';
import type { ControlInput, MarketInput } from '@exchange/core/message';
import { runService, type RunningService } from '@exchange/edge/service-host';
import { type BrokerRole, connectNats, type NatsBus, openPostgres } from '@exchange/platform';
import {
  KeptLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { engineConfig } from './config';
import { cancel, MARKET, OPENING, place, toldIn } from '../test/engine.fixture';
import { MatchingEngineModule } from './matching-engine.module';
import { migrations, tables } from './persistence';

describe('the engine on Postgres and NATS', () => {
  let nats: TestNats;
  let postgres: TestPostgres;
  let ledger: NatsBus;
  const ends: (() => Promise<unknown>)[] = [];
  const seqs = new Map<string, number>();

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['matching-engine'] });
    nats = await startNats();
    ledger = await connect('account-service');
  }, 120_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await nats.stop();
    await postgres.stop();
  });

  async function connect(user: BrokerRole): Promise<NatsBus> {
    const bus = await connectNats({ url: nats.url, user, password: TEST_PASSWORD, log: new KeptLog() });
    ends.push(() => bus.close());
    return bus;
  }

  const open = () =>
    openPostgres({
      service: 'matching-engine',
      url: postgres.url,
      password: TEST_PASSWORD,
      tables,
      migrations,
      log: new KeptLog(),
    });

  async function start(): Promise<RunningService> {
    const environment = {
      NATS_URL: nats.url,
      NATS_USER: 'matching-engine',
      NATS_PASSWORD: TEST_PASSWORD,
      DATABASE_URL: postgres.url,
      DATABASE_PASSWORD: TEST_PASSWORD,
      LOG_LEVEL: 'fatal',
    };
    const values = engineConfig(environment);
    const running = await runService({
      name: 'matching-engine',
      module: MatchingEngineModule.with(values),
      config: values,
    });
    ends.push(() => running.stop());
    return running;
  }

  async function ready({ internalUrl }: RunningService): Promise<void> {
    await until(async () => (await fetch(`${internalUrl}/health/ready`)).ok);
  }

  async function write(subject: string, encoded: (seq: number, at: number) => Uint8Array): Promise<void> {
    const seq = (seqs.get(subject) ?? 0) + 1;
    seqs.set(subject, seq);
    await ledger.publishLog('LEDGER', subject, [{ seq, data: encoded(seq, Date.now()) }]);
  }
  const control = (...inputs: readonly ControlInput[]) =>
    write(ledgerControl.subject(MARKET), (seq, at) => ledgerControl.encode({ at, inputs, seq }));
  const orders = (partition: number, ...inputs: readonly MarketInput[]) =>
    write(ledgerMarket.subject(MARKET, partition), (seq, at) => ledgerMarket.encode({ at, inputs, seq }));

  /** Waits until the log says all this, and fails with what it says instead. */
  async function expectTold(expected: readonly string[]): Promise<void> {
    const reader = await connect('account-service');
    const entries: Uint8Array[] = [];
    await reader.readLog('MARKET', `market.v1.${MARKET}`, new Map(), ({ data }) => void entries.push(data));
    await until(() => toldIn(entries).length >= expected.length).catch(() => undefined);
    expect(toldIn(entries)).toEqual(expected);
  }

  it('has a schema that fits its tables', async () => {
    const database = await open();
    expect(await database.pendingSchemaChanges()).toEqual([]);
    await database.close();
  });

  it('matches, is stopped, and goes on from its record where it was', async () => {
    await control(...OPENING);
    const engine = await start();
    await ready(engine);
    await orders(1, place(1, 'sell', 3n, 2n));
    await expectTold(['status open', 'rested 1']);
    await orders(2, place(2, 'buy', 1n, 2n));
    const first = ['status open', 'rested 1', 'trade 1<2', 'done 2 filled'];
    await expectTold(first);
    await engine.stop();
    await orders(2, place(3, 'buy', 1n, 2n));
    const again = await start();
    await ready(again);
    const second = [...first, 'status cancel_only', 'done 3 market_restarting', 'status open'];
    await expectTold(second);
    await orders(1, place(4, 'buy', 1n, 2n), cancel(1));
    await expectTold([...second, 'trade 1<4', 'done 4 filled', 'done 1 owner']);
    await again.stop();
  }, 120_000);
});
