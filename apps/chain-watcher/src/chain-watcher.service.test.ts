import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chainBlock } from '@exchange/contract/bus';
import {
  type DeployedContract,
  deployExchange,
  deployTestToken,
  exchangeInterface,
  testTokenAbi,
} from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import type { BlockNews } from '@exchange/core/message';
import { runService } from '@exchange/edge/service-host';
import {
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
import { Contract, NonceManager, Wallet } from 'ethers';
import { ChainPoll } from './chain-poll';
import { ChainWatcherHandler } from './chain-watcher-handler';
import { ChainWatcherModule } from './chain-watcher.module';
import { config } from './config';
import { migrations } from './persistence/migrations';
import { watcherTables } from './persistence/tables';
import type { Scan } from './scan/scan';
import { readerOf } from '../test/chain-reader.fixture';

const holder = (digit: string) => address(`0x${digit.repeat(40)}`);

describe('the chain watcher on a real chain, database and broker', () => {
  let chain: TestChain;
  let postgres: TestPostgres;
  let nats: TestNats;
  let reader: NatsBus;
  let exchange: DeployedContract;
  let account: NonceManager;
  const told: BlockNews[] = [];
  const log = new KeptLog();

  beforeAll(async () => {
    [chain, postgres, nats] = await Promise.all([
      startAnvil(),
      startPostgres({ services: ['chain-watcher'] }),
      startNats(),
    ]);
    account = new NonceManager(new Wallet(FUNDED_KEYS[0], chain.provider));
    exchange = await deployExchange(account, {
      ...{ name: 'exchange', admin: holder('a'), settlers: [holder('b')], attester: holder('9') },
      ...{ coSigner: holder('c'), lister: holder('d'), guardian: holder('e'), feeCollector: holder('f') },
      ...{ waitingPeriod: 86_400, maxFeeBps: 200 },
    });
    reader = await connectNats({ url: nats.url, user: 'account-service', password: TEST_PASSWORD, log });
    await reader.readLog('CHAIN', chainBlock.pattern, new Map(), ({ data }) => {
      told.push(...chainBlock.decode(data).news);
    });
  });

  afterAll(async () => {
    await reader?.close();
    await Promise.all([chain?.stop(), postgres?.stop(), nats?.stop()]);
  });

  async function start() {
    const source = readerOf([chain.url], exchange);
    const database = await openPostgres({
      ...{ service: 'chain-watcher', url: postgres.url, password: TEST_PASSWORD, log },
      tables: watcherTables,
      migrations,
    });
    const bus = await connectNats({ url: nats.url, user: 'chain-watcher', password: TEST_PASSWORD, log });
    const identity = await source.identity();
    const handler = new ChainWatcherHandler({
      ...{ database, identity: () => identity, contract: exchange.address },
      startBlock: exchange.blockNumber,
    });
    const fatal: Error[] = [];
    const deps = {
      handler,
      database,
      bus,
      clock: systemClock,
      log,
      metrics: silentTurnMetrics,
      verify: true,
    };
    const turn = new Turn({ name: 'chain-watcher', ...deps, onFatal: (error) => void fatal.push(error) });
    await turn.start();
    const prompts = new Prompts<Scan>();
    prompts.connect((signal, committed) => turn.submit(signal, committed));
    const { known, awaited, traces } = handler;
    const poll = new ChainPoll({
      ...{ reader: source, known, awaited, traces, finality: () => 2, prompts },
      ...{ clock: systemClock, log, patienceMs: 60_000 },
    });
    return {
      poll,
      async pollAll() {
        while (await poll.poll());
        await turn.published();
      },
      async stop() {
        await turn.stop();
        await bus.close();
        await database.close();
        source.close();
      },
    };
  }

  async function deposit(wei: bigint): Promise<void> {
    const data = exchangeInterface.encodeFunctionData('depositEther');
    await (await account.sendTransaction({ to: exchange.address, data, value: wei })).wait();
  }

  const deposits = (kind: BlockNews['kind']) =>
    told
      .filter((news) => news.kind === kind)
      .flatMap(({ facts }) => facts.flatMap((fact) => (fact.kind === 'deposited' ? [fact.amount] : [])));

  it('starts while the node can’t be reached, says so, and begins when it can', async () => {
    const [node, port] = [await lateServer(chain.url), await freePort()];
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_USER: 'chain-watcher', NATS_PASSWORD: TEST_PASSWORD },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD },
      ...{ INTERNAL_PORT: String(port), LOG_LEVEL: 'fatal', CHAIN_URL: node.url },
      ...{ EXCHANGE_CONTRACT: exchange.address, CHAIN_START_BLOCK: String(exchange.blockNumber) },
    });
    const service = runService({
      name: 'chain-watcher',
      module: ChainWatcherModule.forConfig(values),
      config: values,
    });
    await expectReadyOnceReached(node, service, { port, why: 'chain: connect ECONNREFUSED' });
  }, 30_000);

  it('reads how much of a token exists, and that other contracts tell none', async () => {
    const token = await deployTestToken(account, { name: 'Dai', symbol: 'DAI', decimals: 18 });
    const contract = new Contract(token.address, testTokenAbi, account);
    const source = readerOf([chain.url], exchange);
    expect(await source.totalSupply(token.address)).toBe(0n);
    await (await contract.getFunction('mint')(holder('1'), 2n ** 128n)).wait();
    expect(await source.totalSupply(token.address)).toBe(2n ** 128n);
    expect(await source.totalSupply(exchange.address)).toBeUndefined();
    expect(await source.totalSupply(holder('1'))).toBeUndefined();
    source.close();
  });

  it('tells deposits, undoes those that a reorganisation took, and refuses a chain without its final blocks', async () => {
    const first = await start();
    const before = await chain.snapshot();
    await deposit(5n);
    await first.pollAll();
    await until(() => deposits('seen').length === 1);
    expect(told[0]).toMatchObject({ kind: 'seen', number: exchange.blockNumber });
    expect(told[0]?.facts).toContainEqual(
      expect.objectContaining({ kind: 'parameter', name: 'maxFeeBps', value: '200' }),
    );

    await deposit(7n);
    await first.pollAll();
    await first.stop();
    // While the watcher is down the second deposit is reorganised away.
    await chain.reorganise(1);
    await chain.mine();
    const second = await start();
    await second.pollAll();
    await until(() => deposits('undone').length === 1);
    expect(deposits('undone')).toEqual([7n]);
    await chain.mine(2);
    await second.pollAll();
    await until(() => deposits('final').length > 0);
    expect(deposits('final')).toEqual([5n]);

    // A dev chain that is brought back to before its final blocks.
    await chain.revert(before);
    await chain.mine(4);
    await expect(second.poll.poll()).rejects.toThrow('was told as final');
    await second.stop();
  });
});
