import { dataQueries, engineCommands, ledgerControl, ledgerListing } from '@exchange/contract/bus';
import { marketId, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { LogVerdict } from '@exchange/core/operator';
import { type BrokerRole, connectNats, type NatsBus } from '@exchange/platform';
import {
  AppBundle,
  type AppProgram,
  freePort,
  KeptLog,
  OtlpReceiver,
  type ReceivedSpan,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { DeskUnderTest } from '../test/desk.fixture';

const LEASE_MS = 1_500;
const START_MS_MAX = 120_000;

describe('orders to engines and gateways by their names', () => {
  let postgres: TestPostgres;
  let nats: TestNats;
  let desk: DeskUnderTest;
  let receiver: OtlpReceiver;
  let operator: NatsBus | undefined;
  /** All that is asked is traced. */
  let traced: Record<string, string>;
  let engines: AppBundle;
  let gateways: AppBundle;
  const buses: NatsBus[] = [];
  const programs = new Map<string, AppProgram>();
  let clients: WebSocket[] = [];

  const connect = async (user: BrokerRole) => {
    const bus = await connectNats({ url: nats.url, user, password: TEST_PASSWORD, log: new KeptLog() });
    buses.push(bus);
    return bus;
  };

  const engine = async (name: string, process: string) => {
    const program = await engines.start({
      ...{ NATS_URL: nats.url, DATABASE_URL: postgres.url, ENGINE_NAME: name, ENGINE_INSTANCE: process },
      ...traced,
      ...{ ENGINE_MARKETS: '*=main', LEASE_MS: String(LEASE_MS), WARM_UP_COMMANDS: '0' },
    });
    programs.set(process, program);
    return program;
  };

  beforeAll(async () => {
    [postgres, nats, receiver] = await Promise.all([
      startPostgres({ services: ['operator-gateway', 'matching-engine'] }),
      startNats(),
      OtlpReceiver.start(),
    ]);
    traced = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '200', TRACE_RATIO: '1' };
    engines = new AppBundle('matching-engine');
    gateways = new AppBundle('ws-gateway');
    const [ledger, data] = await Promise.all([connect('account-service'), connect('market-data')]);
    await data.serve(dataQueries.ratesQuery.pattern, ({ respond }) =>
      respond(dataQueries.ratesQuery.encodeReply({ ok: true, value: { rates: [] } })),
    );
    const listing = { tokens: [], markets: [] };
    await ledger.publishLog('LEDGER', ledgerListing.subject(), [
      { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing }) },
    ]);
    const market = marketId('ETHDAI');
    const rules = {
      ...{ market, index: 3, tradedDecimals: 18, quoteDecimals: 18 },
      ...{ minOrderRemaining: ZERO_AMOUNT, minOrderRemainingQuote: ZERO_AMOUNT },
    };
    await ledger.publishLog('LEDGER', ledgerControl.subject(market), [
      {
        seq: 1,
        data: ledgerControl.encode({
          ...{ seq: 1, at: 1 },
          inputs: [
            { kind: 'rules', rules },
            { kind: 'status', status: 'open' },
          ],
        }),
      },
    ]);
    const wsPort = await freePort();
    const gateway = await gateways.start({
      ...{ NATS_URL: nats.url, SERVICE_INSTANCE: 'ws-1', WS_PORT: String(wsPort), WS_DRAIN_SECONDS: '1' },
      ...{ EXCHANGE_NAME: 'Exchange', CHAIN_ID: '31337', EXCHANGE_CONTRACT: `0x${'ee'.repeat(20)}` },
    });
    programs.set('ws-1', gateway);
    const [active, second] = await Promise.all([engine('main', 'a'), engine('second', 'a2')]);
    const people = { ada: ['admin'], sam: ['support', 'risk', 'market'] } as const;
    desk = await DeskUnderTest.start(nats.url, postgres.url, people, traced);
    await active.tells({ isReady: true, role: 'active' }, START_MS_MAX);
    const standby = await engine('main', 'b');
    await standby.tells({ isReady: true, role: 'standby' }, START_MS_MAX);
    await second.tells({ isReady: true, role: 'active' }, START_MS_MAX);
    await gateway.tells({ isReady: true }, START_MS_MAX);
    for (const person of ['ada', 'sam']) await desk.signIn(person);
    clients = Array.from({ length: 3 }, () => new WebSocket(`ws://127.0.0.1:${wsPort}/ws/v1`));
    await until(() => clients.every(({ readyState }) => readyState === WebSocket.OPEN));
  }, 300_000);

  afterAll(async () => {
    for (const client of clients) client.close();
    for (const program of programs.values()) program.signal('SIGKILL');
    await Promise.all([...programs.values()].map(({ ended }) => ended));
    engines?.remove();
    gateways?.remove();
    await desk?.stop();
    await Promise.all(buses.map((bus) => bus.close()));
    await Promise.all([postgres?.stop(), nats?.stop(), receiver?.close()]);
  });

  const done = async (action: string, content: object) => {
    const { seq } = await desk.order('ada', action, content);
    return { ...(await desk.ended('ada', seq)), order: seq };
  };
  const enginesNow = async () => (await desk.call('GET', 'look/engines', 'ada')).body;

  it('move a market that no map names to another engine, once it was said what that touches', async () => {
    const move = { market: 'ETHDAI', to: 'second' };
    const effects = [
      { what: 'matched by engine', of: 'ETHDAI', before: 'main', after: 'second' },
      { what: 'held by', of: 'ETHDAI', before: 'a', after: 'a2' },
    ];
    expect(await desk.dryRun('ada', 'move-market', move)).toMatchObject({
      body: { people: 1, steps: [{ effects }] },
    });
    expect(await enginesNow()).toMatchObject({ markets: [{ market: 'ETHDAI', engine: 'main' }] });
    expect(await desk.dryRun('sam', 'move-market', move)).toMatchObject({ status: 403 });
    expect(await done('move-market', move)).toMatchObject({ kind: 'done', effects });
    await until(async () => {
      const [market] = (await enginesNow())['markets'] as { writer: string }[];
      return market?.writer === 'second';
    });
    expect(await done('move-market', { ...move, to: 'main' })).toMatchObject({ kind: 'done' });
  });

  it('drain the process of an engine, which another takes over, and give it back', async () => {
    const drain = { engine: 'main', process: 'a', on: true };
    const effects = [
      { what: 'process', of: 'a', before: 'at work', after: 'drained' },
      { what: 'markets handed over', of: 'main', count: 1 },
      { what: 'held by', of: 'main', before: 'a', after: 'b' },
    ];
    await until(async () => {
      const [market] = (await enginesNow())['markets'] as { writer: string }[];
      return market?.writer === 'main';
    });
    expect(await desk.dryRun('ada', 'drain-engine', drain)).toMatchObject({ body: { steps: [{ effects }] } });
    expect(await done('drain-engine', drain)).toMatchObject({ kind: 'done', effects });
    await programs.get('a')?.ended;
    await programs.get('b')?.tells({ isReady: true, role: 'active' }, START_MS_MAX);
    // It stands by when it is started again, and hears what it is told.
    const again = await engine('main', 'a');
    await again.tells({ role: 'standby', drained: 'yes' }, START_MS_MAX);
    expect(await done('drain-engine', { ...drain, on: false })).toMatchObject({ kind: 'done' });
    await again.tells({ role: 'standby', drained: 'no' }, START_MS_MAX);
  });

  it.each([
    ['turn', 'the move of a market'],
    ['answer', 'the drain of a process'],
  ])('carry their trace from the request at the desk to the %s of the engine: %s', async (name) => {
    const isWhole = (spans: readonly ReceivedSpan[]) =>
      spans.some(({ attributes }) => attributes['http.route'] === '/api/v1/orders') &&
      spans.some((span) => span.service === 'matching-engine' && span.name === name);
    await until(() => [...receiver.traces.values()].some(isWhole));
  });

  it('drain a gateway, whose clients are told to go elsewhere', async () => {
    const drain = { process: 'ws-1', on: true };
    const effects = [
      { what: 'gateway', of: 'ws-1', before: 'at work', after: 'drained' },
      { what: expect.stringMatching(/connections/), count: clients.length },
      { what: expect.stringMatching(/canceled/), count: 0 },
    ];
    expect(await desk.dryRun('ada', 'drain-gateway', drain)).toMatchObject({
      body: { steps: [{ effects }] },
    });
    expect(await done('drain-gateway', drain)).toMatchObject({ kind: 'done', effects });
    await until(() => clients.every(({ readyState }) => readyState === WebSocket.CLOSED));
    await programs.get('ws-1')?.tells({ isReady: false }, START_MS_MAX);
    expect(await done('drain-gateway', { ...drain, on: false })).toMatchObject({ kind: 'done' });
    await programs.get('ws-1')?.tells({ isReady: true }, START_MS_MAX);
  });

  it.each([
    ['move-market', { market: 'ETHDAI', to: 'third' }, /no engine third; there are main, second/],
    ['drain-engine', { engine: 'third', process: 'a', on: true }, /no engine third; there are main, second/],
    ['drain-engine', { engine: 'main', process: 'a2', on: true }, /no process a2 that runs; there run: a, b/],
    ['drain-gateway', { process: 'ws-2', on: true }, /called ws-2; there are ws-1 \(ws-gateway\)/],
  ])('%s of %j names nobody, and is refused', async (action, content, message) => {
    expect(await desk.dryRun('ada', action, content)).toMatchObject({
      ...{ status: 400, body: { code: 'INVALID_FIELD', message: expect.stringMatching(message) } },
    });
  });

  it('refuse a market that nobody has, as the engine does', async () => {
    expect(await desk.dryRun('ada', 'move-market', { market: 'ETH DAI', to: 'second' })).toMatchObject({
      ...{
        status: 409,
        body: { code: 'UNKNOWN_MARKET', message: expect.stringMatching(/no engine has had/) },
      },
    });
  });

  it.each([
    ['move-market', { market: 'ETHDAI', to: 'a.b' }],
    ['move-market', { market: 'ETHDAI' }],
    ['move-market', { market: 'ETHDAI', to: 'second', order: { seq: 1, hash: `0x${'a'.repeat(64)}` } }],
    ['drain-engine', { engine: '*', process: 'a', on: true }],
    ['drain-engine', { engine: 'main', process: '>', on: true }],
    ['drain-engine', { engine: 'main', process: 'a', on: 'perhaps' }],
    ['drain-gateway', { process: 'ws-1', on: null }],
    ['drain-gateway', { process: '', on: true }],
  ])('%s of %j is refused as malformed', async (action, content) => {
    expect(await desk.dryRun('ada', action, content)).toMatchObject({
      ...{ status: 400, body: { code: 'INVALID_FIELD', message: expect.stringContaining(action) } },
    });
  });

  it.each([
    ['engine.v1.cmd.main.operator-gateway.move-market', '{"market":"ETHDAI","to":7}'],
    ['engine.v1.cmd.main.operator-gateway.move-market', '[]'],
    ['engine.v1.cmd.main.a.operator-gateway.drain-engine', '{"engine":"main","process":"a","on":"yes"}'],
    ['engine.v1.cmd.main.a.operator-gateway.drain-engine', 'on'],
  ])('%s refuses %s, which the desk would never send', async (subject, content) => {
    operator ??= await connect('operator-gateway');
    const reply = await operator.request(subject, Buffer.from(content), 5_000);
    expect(JSON.parse(Buffer.from(reply).toString())).toMatchObject({
      ...{ ok: false, code: 'INVALID_COMMAND', message: expect.stringMatching(/doesn't fit/) },
    });
  });

  it('are witnessed by engines in the check of the log, and one that nobody answers has failed', async () => {
    const verify = async () =>
      (await desk.call('GET', 'audit/verify', 'sam')).body as {
        verdict: LogVerdict;
        carriedOut: number;
        lacks: string[];
      };
    // Nobody plays the queries of account-service here.
    expect(await verify()).toMatchObject({
      ...{ verdict: { ok: true }, carriedOut: 4, lacks: [expect.stringMatching(/^account-service/)] },
    });
    // An engine that says what an order would change, and is gone when it comes.
    const engine = await connect('matching-engine');
    const { moveMarket } = engineCommands;
    const played = await engine.serve(moveMarket.pattern.replace('*', 'second'), ({ respond }) => {
      void played.stop();
      respond(moveMarket.encodeReply({ ok: true, value: { effects: [] } }));
    });
    const second = programs.get('a2');
    second?.signal('SIGKILL');
    await second?.ended;
    expect(await done('move-market', { market: 'ETHDAI', to: 'second' })).toMatchObject({
      ...{ kind: 'refused', code: 'UNAVAILABLE', message: expect.stringMatching(/second doesn't answer/) },
    });
    expect(await done('drain-engine', { engine: 'main', process: 'a', on: true })).toMatchObject({
      kind: 'done',
    });
    expect(await verify()).toMatchObject({ verdict: { ok: true }, carriedOut: 5 });
  }, 60_000);
});
