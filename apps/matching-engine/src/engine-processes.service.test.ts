import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engineCommands } from '@exchange/contract/bus';
import { hash, marketId } from '@exchange/core/kernel';
import {
  connectNats,
  type NatsBus,
  openPostgres,
  type PostgresDatabase,
  Requester,
} from '@exchange/platform';
import {
  AppBundle,
  type AppProgram,
  KeptLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { openingOf, place } from '../test/engine.fixture';
import { LedgerUnderTest } from '../test/ledger-under-test.fixture';
import { migrations, tables } from './persistence';
import { recoverProcessor } from './persistence/recovery';
import { marketTable, snapshotTable } from './persistence/tables';

const TAKE_OVER_MS_MAX = 5_000;
const START_MS_MAX = 30_000;
const MAP = 'ETHDAI=first,*=second';

describe('engines as processes', () => {
  let nats: TestNats;
  let postgres: TestPostgres;
  let ledger: LedgerUnderTest;
  let bus: NatsBus;
  let operator: Requester;
  let bundle: AppBundle;
  let database: PostgresDatabase;
  const programs: AppProgram[] = [];

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres({ services: ['matching-engine'] }), startNats()]);
    bundle = new AppBundle('matching-engine');
    ledger = await LedgerUnderTest.connect(nats.url);
    bus = await connectNats({
      url: nats.url,
      user: 'operator-gateway',
      password: TEST_PASSWORD,
      log: new KeptLog(),
    });
    operator = new Requester(bus);
    database = await openPostgres({
      ...{ service: 'matching-engine', url: postgres.url, password: TEST_PASSWORD, tables, migrations },
      log: new KeptLog(),
    });
  }, 120_000);
  afterAll(async () => {
    for (const program of programs) program.signal('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
    bundle.remove();
    await bus.close();
    await ledger.close();
    await database.close();
    await nats.stop();
    await postgres.stop();
  });

  async function start(engine: string, instance: string): Promise<AppProgram> {
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

  it('move a market under traffic, and give the engine of a drained process to the other', async () => {
    const [first, standby] = await Promise.all([start('first', 'd'), start('first', 'e')]);
    const active = await Promise.race(
      [first, standby].map((one) =>
        one.tells({ role: 'active', isReady: true }, START_MS_MAX).then(() => one),
      ),
    );
    const name = active === first ? 'd' : 'e';
    const before = (await ledger.told('ETHDAI', 13)).length;
    let sent = 0;
    const trade = async () => {
      // A maker and who takes all of it, from partitions whose order between them is any.
      await ledger.orders('ETHDAI', sent % 5, place(100 + sent, sent % 2 === 0 ? 'sell' : 'buy', 1n, 2n));
      sent += 1;
    };
    const order = (seq: number) => ({ seq, hash: hash(`0x${'a'.repeat(64)}`) });
    for (const [seq, to] of [
      [1, 'second'],
      [2, 'first'],
    ] as const) {
      for (let count = 0; count < 100; count += 1) await trade();
      const move = { market: marketId('ETHDAI'), to, order: order(seq) };
      expect(
        await operator.ask(engineCommands.moveMarket, [to, 'operator-gateway'], move, 5_000),
      ).toMatchObject({
        value: { effects: [{ before: to === 'second' ? 'first' : 'second', after: to }, {}] },
      });
      for (let count = 0; count < 100; count += 1) await trade();
      const isThere = async () => (await database.find(marketTable, { where: { engine: to } })).length;
      await until(async () => (await isThere()) === (to === 'second' ? 2 : 1));
    }
    const endedSince = async () => {
      const told = (await ledger.told('ETHDAI', before)).slice(before);
      return told.filter((event) => event.startsWith('done')).map((event) => event.split(' '));
    };
    await until(async () => (await endedSince()).length >= sent);
    const ended = await endedSince();
    expect(new Set(ended.map(([, id]) => id)).size).toBe(sent);
    expect(ended).toHaveLength(sent);
    expect(new Set(ended.map(([, , reason]) => reason))).toEqual(new Set(['filled']));

    const drain = { engine: 'first', process: name, on: true, order: order(3) };
    expect(
      await operator.ask(engineCommands.drainEngine, ['first', name, 'operator-gateway'], drain, 5_000),
    ).toMatchObject({
      value: { effects: [{}, {}, { what: 'held by', before: name }] },
    });
    expect(await active.ended).toBe(0);
    const other = active === first ? standby : first;
    await other.tells({ role: 'active', isReady: true }, TAKE_OVER_MS_MAX);
    const again = await start('first', name);
    await again.tells({ role: 'standby', isReady: true, drained: 'yes' }, START_MS_MAX);
  });
});
