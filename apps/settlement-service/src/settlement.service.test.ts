import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chainBlock, ledgerSettle, settlementNews } from '@exchange/contract/bus';
import { ChainNodes } from '@exchange/contract/chain';
import { present } from '@exchange/core/kernel';
import type { SettleLeg, SettlementNews } from '@exchange/core/message';
import { LocalCosignerKey, LocalKey, LocalSettlerKey } from '@exchange/edge/keys';
import { runService } from '@exchange/edge/service-host';
import {
  type BrokerRole,
  connectNats,
  type NatsBus,
  openPostgres,
  Prompts,
  silentTurnMetrics,
  systemClock,
  Turn,
} from '@exchange/platform';
import {
  expectReadyOnceReached,
  freePort,
  FUNDED_KEYS,
  KeptLog,
  lateServer,
  startAnvil,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestChain,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { toQuantity } from 'ethers';
import { config } from './config';
import { JsonRpcSettlementChain } from './chain/json-rpc-settlement-chain';
import type { RoundSignal } from './inbox/round-signal';
import { ETH } from '../test/memory-exchange.fixture';
import { settlementMigrations } from './persistence/migrations';
import { settlementTables, tradesTable, transactionsTable } from './persistence/tables';
import { RealExchange } from '../test/real-exchange.fixture';
import { silentSettlementMetrics } from './round/settlement-metrics';
import { SettlementRound } from './round/settlement-round';
import { SettlementHandler } from './settlement-handler';
import { Settlers } from './settlers/settlers';
import { SettlementModule } from './settlement-service.module';
import { LIMITS } from '../test/settlement-world.fixture';
import { TestAttester } from '../test/test-attester.fixture';

const UNITS = 10n ** 18n;
const TRIAL_SECONDS = 60;
const settler = new LocalSettlerKey(new LocalKey(FUNDED_KEYS[1], 'settler'));
const standby = new LocalSettlerKey(new LocalKey(`0x${'52'.repeat(32)}`, 'standby'));
const keys = [settler, standby];
const addresses = keys.map(({ address }) => address);
const ATTESTER_SECRET = `0x${'a7'.repeat(32)}`;
const cosigner = new LocalCosignerKey(new LocalKey(`0x${'c5'.repeat(32)}`, 'cosigner'));

describe('settlement through the real contract, database and broker', () => {
  let chain: TestChain;
  let postgres: TestPostgres;
  let nats: TestNats;
  let exchange: RealExchange;
  let buses: { ledger: NatsBus; watcher: NatsBus };
  const log = new KeptLog();
  const news: SettlementNews[] = [];
  const seqs = new Map<string, number>();
  /** Of the services that run; a case that fails leaves none to the next. */
  const running = new Set<() => Promise<void>>();

  beforeAll(async () => {
    [chain, postgres, nats] = await Promise.all([
      startAnvil(),
      startPostgres({ services: ['settlement-service'] }),
      startNats(),
    ]);
    exchange = await RealExchange.deploy(chain, {
      settlers: addresses,
      attester: new LocalKey(ATTESTER_SECRET, 'attester').address,
      coSigner: cosigner.address,
    });
    await exchange.deposit(2n * UNITS);
    await chain.provider.send('anvil_setBalance', [standby.address, toQuantity(UNITS)]);
    const [ledger, watcher] = await Promise.all([connect('account-service'), connect('chain-watcher')]);
    buses = { ledger, watcher };
    await ledger.readLog('SETTLEMENT', settlementNews.pattern, new Map(), ({ data }) => {
      news.push(...settlementNews.decode(data).news);
    });
  });

  afterEach(async () => {
    for (const stop of running) await stop();
    await chain.automine(true);
  });

  afterAll(async () => {
    await Promise.all([buses?.ledger.close(), buses?.watcher.close()]);
    await Promise.all([chain?.stop(), postgres?.stop(), nats?.stop()]);
  });

  const connect = (user: BrokerRole) => connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });

  async function start(options: { beforeSend?: () => void; isHasty?: boolean } = {}) {
    const { beforeSend, isHasty = false } = options;
    const database = await openPostgres({
      ...{ service: 'settlement-service', url: postgres.url, password: TEST_PASSWORD, log },
      ...{ tables: settlementTables, migrations: settlementMigrations },
    });
    const bus = await connect('settlement-service');
    const handler = new SettlementHandler({ chainId: 31_337, database, settlers: addresses });
    const fatal: Error[] = [];
    const deps = { handler, database, bus, clock: systemClock, log, metrics: silentTurnMetrics };
    const onFatal = (error: Error) => void fatal.push(error);
    const turn = new Turn({ name: 'settlement-service', ...deps, verify: true, onFatal });
    await turn.start();
    const prompts = new Prompts<RoundSignal>();
    prompts.connect((signal, committed) => turn.submit(signal, committed));
    const node = new JsonRpcSettlementChain(new ChainNodes({ urls: [chain.url] }), exchange.contract);
    await node.mustBe({ chainId: 31_337, name: exchange.domain.name, settlers: addresses });
    const send = node.send.bind(node);
    node.send = async (raw) => {
      beforeSend?.();
      return send(raw);
    };
    // Blocks are as old here as the last transaction.
    const limits = {
      ...LIMITS,
      batchAgeMs: 0,
      trialSeconds: TRIAL_SECONDS,
      ...(isHasty ? { resendMs: 0, raiseFeeMs: 0 } : {}),
    };
    const { domain } = exchange;
    const attester = new TestAttester(domain, ATTESTER_SECRET);
    const settlers = new Settlers(keys, {
      ...{ chain: node, clock: systemClock, log, limits, metrics: silentSettlementMetrics },
    });
    const round = new SettlementRound({
      ...{ state: handler.state, chain: node, domain, settlers, attester, prompts, log, limits },
      clock: systemClock,
      whileWriter: (work) => turn.whileWriter(work),
      metrics: silentSettlementMetrics,
    });
    const stop = async () => {
      running.delete(stop);
      await turn.stop();
      await Promise.all([bus.close(), database.close()]);
      node.close();
    };
    running.add(stop);
    return {
      database,
      handler,
      fatal,
      stop,
      async round() {
        await turn.caughtUp();
        await round.run();
        await turn.published();
      },
    };
  }

  async function write(
    bus: NatsBus,
    stream: 'LEDGER' | 'CHAIN',
    subject: string,
    content: (seq: number) => Uint8Array,
  ) {
    if (!seqs.has(subject)) await bus.lastLogSeq(stream, subject);
    const seq = (seqs.get(subject) ?? 0) + 1;
    seqs.set(subject, seq);
    await bus.publishLog(stream, subject, [{ seq, data: content(seq) }]);
  }

  const tellLegs = async (legs: readonly SettleLeg[]) => {
    for (const leg of legs) {
      const subject = ledgerSettle.subject(Number.parseInt(leg.account.slice(-2), 16) % 64);
      await write(buses.ledger, 'LEDGER', subject, (seq) => ledgerSettle.encode({ seq, at: 1, legs: [leg] }));
    }
  };

  const tellBlocks = async () => {
    const blocks = await exchange.newBlocks();
    const content = (seq: number) => chainBlock.encode({ seq, at: 1, news: blocks });
    await write(buses.watcher, 'CHAIN', chainBlock.subject(31_337), content);
  };

  /** What was attested for a moment can't be mined any more. */
  async function passTrials(): Promise<void> {
    await chain.provider.send('evm_increaseTime', [TRIAL_SECONDS + 1]);
    await chain.mine();
    await tellBlocks();
  }

  it('settles a batch whose sender was killed after storing it, once and with the same bytes', async () => {
    await tellBlocks();
    const beforeSend = () => {
      throw new Error('killed');
    };
    const killed = await start({ beforeSend });
    await tellLegs([...(await exchange.legs(1, UNITS)), ...(await exchange.legs(2, UNITS / 2n))]);
    await expect(killed.round()).rejects.toThrow('killed');
    const [stored] = await killed.database.find(transactionsTable);
    await killed.stop();

    const service = await start();
    await service.round();
    await until(() => news.some(({ kind }) => kind === 'sent'));
    expect(news).toMatchObject([{ kind: 'sent', batchId: 1, transaction: stored?.hash, tradeIds: [1, 2] }]);
    expect(await service.database.find(transactionsTable)).toHaveLength(1);
    const mined = await chain.provider.getTransactionReceipt(present(stored, 'transaction').hash);
    expect(mined?.status).toBe(1);

    // 1.5 ether sold less a rebate of 0.1 %; the taker pays a fee of 1 % of what it buys.
    const sold = (UNITS * 3n) / 2n;
    expect(await exchange.balance(ETH, exchange.maker.address)).toBe(2n * UNITS - sold + sold / 1_000n);
    expect(await exchange.balance(ETH, exchange.taker.address)).toBe(sold - sold / 100n);
    await tellBlocks();
    await service.round();
    expect([...service.handler.state.trades.all()]).toEqual([]);
    expect(log.of('error')).toEqual([]);
    await service.stop();
  });

  it('tells a trade that the contract would refuse, and settles the others', async () => {
    const service = await start();
    news.length = 0;
    const tooMuch = await exchange.legs(3, 50n * UNITS);
    await tellLegs([...tooMuch, ...(await exchange.legs(4, UNITS / 10n))]);
    await service.round();
    // 4 depends on 3, until that is reversed.
    for (let tries = 0; tries < 40 && !news.some(({ kind }) => kind === 'sent'); tries++) {
      await new Promise((done) => setTimeout(done, 250));
      await passTrials();
      await service.round();
    }
    expect(news).toMatchObject([
      { kind: 'failed', tradeId: 3, code: 17, reason: 'BALANCE' },
      { kind: 'reversed', trades: [{ tradeId: 3 }] },
      { kind: 'sent', tradeIds: [4] },
    ]);
    await tellBlocks();
    await service.round();
    expect(service.handler.state.trades.get(4)).toBeUndefined();
    await service.stop();
  });

  it('replaces a transaction that is not mined by one with a higher fee, and the trade settles once', async () => {
    await chain.automine(false);
    const service = await start({ isHasty: true });
    news.length = 0;
    await tellLegs(await exchange.legs(5, UNITS / 10n));
    await service.round();
    await service.round();
    await until(() => news.length > 1);
    expect(news).toMatchObject([
      { kind: 'sent', tradeIds: [5] },
      { kind: 'sent', tradeIds: [5] },
    ]);
    const [first, second] = news.map((item) => (item.kind === 'sent' ? item.transaction : ''));
    expect(second).not.toBe(first);
    const pending = (await chain.provider.send('txpool_status', [])) as { pending: string };
    expect(Number(pending.pending)).toBe(1);
    await chain.mine();
    await chain.automine(true);
    await tellBlocks();
    await service.round();
    expect(service.handler.state.trades.get(5)).toBeUndefined();
    expect(service.handler.state.batches.open()).toEqual([]);
    await service.stop();
  });

  it('reverses a trade whose order was voided in the contract, and settles the others', async () => {
    const service = await start();
    news.length = 0;
    const [voided, taker] = await exchange.legs(6, UNITS / 10n);
    await exchange.voidOrder(voided.orderHash, cosigner);
    await tellLegs([voided, taker, ...(await exchange.legs(7, UNITS / 10n))]);
    const isReversed = () =>
      news.some((item) => item.kind === 'reversed' && item.trades.some(({ tradeId }) => tradeId === 6));
    for (let tries = 0; tries < 40 && !isReversed(); tries++) {
      await passTrials();
      await service.round();
      await new Promise((done) => setTimeout(done, 100));
    }
    expect(isReversed()).toBe(true);
    expect(log.alarms.map(({ alarm }) => alarm)).toContain('trade_quarantined');
    const [row] = await service.database.find(tradesTable, { where: { id: 6 } });
    expect(row).toMatchObject({ stage: 'reversed', lastCode: 8 });
    for (let tries = 0; tries < 40 && service.handler.state.trades.get(7); tries++) {
      await service.round();
      await tellBlocks();
      await new Promise((done) => setTimeout(done, 100));
    }
    expect(service.handler.state.trades.get(7)).toBeUndefined();
    await service.stop();
  });

  it('leaves the rest to the standby when GUARDIAN drops the settler in the middle: each trade settles once', async () => {
    const held = await Promise.all(
      [exchange.maker, exchange.taker].map(async ({ address }) => exchange.balance(ETH, address)),
    );
    await chain.automine(false);
    const service = await start();
    news.length = 0;
    await tellLegs(await exchange.legs(8, UNITS / 100n));
    await service.round();
    await until(() => news.length === 1);
    const [sent] = news.map((item) => (item.kind === 'sent' ? item.transaction : ''));
    await exchange.dropSettler(settler.address);
    await chain.automine(true);
    // It came first in the block, so what the settler had on its way is of no use.
    expect((await chain.provider.getTransactionReceipt(present(sent, 'sent')))?.status).toBe(0);
    const later = await Promise.all([9, 10].map(async (id) => exchange.legs(id, UNITS / 100n)));
    await tellLegs(later.flat());
    const trades = () => [...service.handler.state.trades.all()];
    for (let tries = 0; tries < 60 && (tries === 0 || trades().length > 0); tries++) {
      await tellBlocks();
      await service.round();
      await new Promise((done) => setTimeout(done, 100));
    }
    expect(trades()).toEqual([]);
    expect((await exchange.settledIds()).filter((id) => id >= 8).toSorted((x, y) => x - y)).toEqual([
      8, 9, 10,
    ]);
    const [nonce, balance] = await Promise.all([
      ...[chain.provider.getTransactionCount(standby.address), exchange.balance(ETH, exchange.taker.address)],
    ] as const);
    expect(nonce).toBeGreaterThan(0);
    // Three hundredths of an ether less a fee of 1 % each.
    expect(balance - (held[1] ?? 0n)).toBe(3n * (UNITS / 100n - UNITS / 10_000n));
    const alarms = log.alarms.map(({ alarm }) => alarm);
    for (const alarm of ['settler_dropped', 'settler_changed', 'batch_lost'] as const)
      expect(alarms).toContain(alarm);
    await service.stop();
  });

  it('starts while the node can’t be reached, says so, and begins when it can', async () => {
    const [node, port] = [await lateServer(chain.url), await freePort()];
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_USER: 'settlement-service', NATS_PASSWORD: TEST_PASSWORD },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD },
      ...{ INTERNAL_PORT: String(port), LOG_LEVEL: 'fatal', CHAIN_URL: node.url },
      ...{ CHAIN_ID: '31337', EXCHANGE_NAME: exchange.domain.name, EXCHANGE_CONTRACT: exchange.contract },
      CHAIN_START_BLOCK: '0',
    });
    const service = runService({
      name: 'settlement-service',
      module: SettlementModule.forConfig(values, keys),
      config: values,
    });
    await expectReadyOnceReached(node, service, { port, why: 'chain: connect ECONNREFUSED' });
  });
});
