import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgres, type PostgresDatabase } from '@exchange/platform';
import {
  KeptLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { openingOf, place } from '../test/engine.fixture';
import { EngineBundle, type EngineProgram } from '../test/engine-processes.fixture';
import { LedgerUnderTest } from '../test/ledger-under-test.fixture';
import { migrations, tables } from './persistence';
import { recoverProcessor } from './persistence/recovery';
import { snapshotTable } from './persistence/tables';

const TAKE_OVER_MS_MAX = 5_000;
const START_MS_MAX = 30_000;
const MAP = 'ETHDAI=first,*=second';

describe('engines as processes', () => {
  let nats: TestNats;
  let postgres: TestPostgres;
  let ledger: LedgerUnderTest;
  let bundle: EngineBundle;
  let database: PostgresDatabase;
  const programs: EngineProgram[] = [];

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres({ services: ['matching-engine'] }), startNats()]);
    bundle = new EngineBundle();
    ledger = await LedgerUnderTest.connect(nats.url);
    database = await openPostgres({
      ...{ service: 'matching-engine', url: postgres.url, password: TEST_PASSWORD, tables, migrations },
      log: new KeptLog(),
    });
  }, 120_000);
  afterAll(async () => {
    for (const program of programs) program.signal('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
    bundle.remove();
    await ledger.close();
    await database.close();
    await nats.stop();
    await postgres.stop();
  });

  async function start(engine: string, instance: string): Promise<EngineProgram> {
    const program = await bundle.start({
      ...{ NATS_URL: nats.url, DATABASE_URL: postgres.url, ENGINE_NAME: engine, ENGINE_MARKETS: MAP },
      ...{ ENGINE_INSTANCE: instance, SNAPSHOT_EVERY: '3', LEASE_MS: '1500', WARM_UP_COMMANDS: '1000' },
    });
    programs.push(program);
    return program;
  }

  it('share the markets, stand by for each other, and lose and double nothing when one is frozen or killed', async () => {
    const markets = ['ETHDAI', 'WBTCETH'];
    for (const market of markets) await ledger.control(market, ...openingOf(market));
    const [first, second, standby] = await Promise.all([
      start('first', 'a'),
      start('second', 'a'),
      start('first', 'b'),
    ]);
    const active = await Promise.race([
      first.tells({ role: 'active', isReady: true }, START_MS_MAX).then(() => first),
      standby.tells({ role: 'active', isReady: true }, START_MS_MAX).then(() => standby),
    ]);
    const other = active === first ? standby : first;
    await other.tells({ role: 'standby', isReady: true, engine: 'first' }, START_MS_MAX);
    await second.tells({ role: 'active', isReady: true, engine: 'second' }, START_MS_MAX);
    expect(await other.metrics()).toMatch(/engine_active\{engine="first",service="matching-engine"\} 0/);
    expect(await active.metrics()).toMatch(/engine_active\{engine="first",service="matching-engine"\} 1/);

    for (const market of markets) {
      await ledger.orders(market, 1, place(1, 'sell', 9n, 2n));
      await ledger.told(market, 2);
      await ledger.orders(market, 2, place(2, 'buy', 1n, 2n));
      expect(await ledger.told(market, 4)).toEqual(['status open', 'rested 1', 'trade 1<2', 'done 2 filled']);
    }

    active.signal('SIGSTOP');
    expect(await other.tells({ role: 'active', isReady: true }, TAKE_OVER_MS_MAX)).toBeLessThan(
      TAKE_OVER_MS_MAX,
    );
    await ledger.orders('ETHDAI', 1, place(3, 'buy', 1n, 2n));
    const taken = ['status cancel_only', 'status open', 'trade 1<3', 'done 3 filled'];
    expect((await ledger.told('ETHDAI', 8)).slice(4)).toEqual(taken);
    active.signal('SIGCONT');
    expect(await active.ended).toBe(1);
    expect(active.output).toMatch(/took the lease|another process has become the writer/);

    const again = await start('first', 'c');
    await again.tells({ role: 'standby', isReady: true }, START_MS_MAX);
    other.signal('SIGKILL');
    expect(await again.tells({ role: 'active', isReady: true }, TAKE_OVER_MS_MAX)).toBeLessThan(
      TAKE_OVER_MS_MAX,
    );
    await ledger.orders('ETHDAI', 3, place(4, 'buy', 7n, 2n));
    expect((await ledger.told('ETHDAI', 13)).slice(-3)).toEqual([
      'trade 1<4',
      'done 1 filled',
      'done 4 filled',
    ]);

    // The thread beside the turns has made snapshots from which the same state comes.
    await until(async () => (await database.find(snapshotTable, { where: { isComplete: true } })).length > 0);
    const log = new KeptLog();
    const { processor, snapshotNumber, reportNumber } = await recoverProcessor(database, 'ETHDAI', log);
    expect(snapshotNumber).toBeGreaterThan(0);
    expect(reportNumber).toBeGreaterThanOrEqual(snapshotNumber);
    expect(processor.snapshot().market?.sells).toHaveLength(0);
    expect(log.lines).toEqual([]);

    again.signal('SIGTERM');
    expect(await again.ended).toBe(0);
  });
});
