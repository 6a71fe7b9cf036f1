import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SolvencyDifference, solvencyQueries, solvencyVerdict } from '@exchange/contract/bus';
import { deployExchange, deployTestToken, exchangeAbi, testTokenAbi } from '@exchange/contract/chain';
import { address, type Address, present, ZERO_ADDRESS } from '@exchange/core/kernel';
import { verifySumProof } from '@exchange/core/solvency';
import { type RunningService, runService } from '@exchange/edge/service-host';
import { connectNats, createCrypto, keyedHash, type NatsBus, Requester, secretKey } from '@exchange/platform';
import {
  freePort,
  FUNDED_KEYS,
  KeptLog,
  startAnvil,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestChain,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { AbiCoder, Contract, keccak256, NonceManager, toBeHex, Wallet } from 'ethers';
import { StandInLedger, StandInWatcher } from '../test/stand-ins.fixture';
import { config } from './config';
import { SolvencyModule } from './solvency.module';

const ETH = ZERO_ADDRESS;
const KEY = '05'.repeat(32);
const MOST_BLOCKS = 3;
const holder = (digit: string) => address(`0x${digit.repeat(40)}`);
const [alice, bob] = [
  address(new Wallet(FUNDED_KEYS[1]).address),
  address(new Wallet(FUNDED_KEYS[2]).address),
];

describe('the standing check on a real chain, database and broker', () => {
  let chain: TestChain;
  let postgres: TestPostgres;
  let nats: TestNats;
  let ledger: StandInLedger;
  let watcher: StandInWatcher;
  let gateways: { rest: NatsBus; ws: NatsBus };
  let service: RunningService;
  let exchange: Address;
  let startBlock: number;
  let dai: Address;
  const verdicts: (SolvencyDifference | null)[] = [];

  beforeAll(async () => {
    [chain, postgres, nats] = await Promise.all([
      startAnvil(),
      startPostgres({ services: ['solvency'] }),
      startNats(),
    ]);
    const deployer = new NonceManager(new Wallet(FUNDED_KEYS[0], chain.provider));
    const lister = new Wallet(FUNDED_KEYS[3], chain.provider);
    const deployed = await deployExchange(deployer, {
      ...{ name: 'exchange', admin: holder('a'), settlers: [holder('b')], attester: holder('1') },
      ...{ coSigner: holder('c'), lister: address(lister.address), guardian: holder('e') },
      ...{ feeCollector: holder('f'), waitingPeriod: 86_400, maxFeeBps: 200 },
    });
    exchange = deployed.address;
    dai = (await deployTestToken(deployer, { name: 'Dai', symbol: 'DAI', decimals: 18 })).address;
    await (await new Contract(exchange, exchangeAbi, lister).getFunction('registerToken')(dai)).wait();
    const connect = (user: 'rest-gateway' | 'ws-gateway') =>
      connectNats({ url: nats.url, user, password: TEST_PASSWORD, log: new KeptLog() });
    gateways = { rest: await connect('rest-gateway'), ws: await connect('ws-gateway') };
    ledger = await StandInLedger.connect(nats.url);
    watcher = await StandInWatcher.connect(nats.url, chain);
    await ledger.readVerdicts((data) => void verdicts.push(solvencyVerdict.decode(data).difference));
    await deposit(FUNDED_KEYS[1], 5n, 1_000n);
    await deposit(FUNDED_KEYS[2], 7n, 2_000n);
    startBlock = deployed.blockNumber;
    service = await start();
  }, 60_000);

  afterAll(async () => {
    await service?.stop();
    await Promise.all([ledger?.close(), watcher?.close(), gateways?.rest.close(), gateways?.ws.close()]);
    await Promise.all([chain?.stop(), postgres?.stop(), nats?.stop()]);
  }, 30_000);

  async function start(): Promise<RunningService> {
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_USER: 'solvency', NATS_PASSWORD: TEST_PASSWORD },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal' },
      ...{ INTERNAL_PORT: String(await freePort()), CHAIN_URL: chain.url, CHAIN_ID: '31337' },
      ...{ EXCHANGE_CONTRACT: exchange, CHAIN_START_BLOCK: String(startBlock), SOLVENCY_KEY: KEY },
      ...{ SOLVENCY_CHECK_MS: '20', SOLVENCY_PARTITIONS_PER_CHECK: '64' },
    });
    const module = await SolvencyModule.forConfig(values);
    return runService({ name: 'solvency', module, config: values });
  }

  /** Into the contract, and as the ledger settles it. */
  async function deposit(key: string, ether: bigint, tokens: bigint): Promise<void> {
    const wallet = new NonceManager(new Wallet(key, chain.provider));
    const account = address(await wallet.getAddress());
    const contract = new Contract(exchange, exchangeAbi, wallet);
    const token = new Contract(dai, testTokenAbi, wallet);
    await (await token.getFunction('mint')(account, tokens)).wait();
    await (await token.getFunction('approve')(exchange, tokens)).wait();
    await (await contract.getFunction('depositEther')({ value: ether })).wait();
    await (await contract.getFunction('depositToken')(dai, tokens)).wait();
    ledger.add(account, ETH, ether);
    ledger.add(account, dai, tokens);
  }

  const report = async () => {
    const reply = await new Requester(gateways.rest).ask(
      ...([solvencyQueries.reportQuery, [gateways.rest.sender], { newest: true }, 5_000] as const),
    );
    return reply.ok ? reply.value.report : null;
  };

  /** The next block, and the check of the one that is final with it. */
  async function pass(blocks = 1): Promise<void> {
    for (let passed = 0; passed < blocks; passed += 1) {
      await chain.mine();
      const number = await watcher.tellFinal();
      ledger.block = number;
      await until(async () => (await report())?.block === number);
    }
  }

  /** What is told within three blocks after something was done. */
  async function caught(): Promise<SolvencyDifference> {
    const before = verdicts.length;
    for (let blocks = 0; blocks < MOST_BLOCKS && verdicts.length === before; blocks += 1) await pass();
    await until(() => verdicts.length > before);
    return present(verdicts.at(-1) ?? undefined, 'difference that was told');
  }

  async function clean(): Promise<void> {
    await pass(MOST_BLOCKS + 3);
    await until(() => verdicts.at(-1) === null);
  }

  async function slotOf(at: Address, keys: readonly string[], expected: bigint): Promise<string> {
    for (let base = 0; base < 40; base += 1) {
      let slot = toBeHex(base, 32);
      for (const key of keys)
        slot = keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'bytes32'], [key, slot]));
      if (BigInt(await chain.provider.getStorage(at, slot)) === expected) return slot;
    }
    throw new Error(`no slot of ${keys.join()} holds ${expected}`);
  }

  async function add(at: Address, slot: string, units: bigint): Promise<void> {
    const now = BigInt(await chain.provider.getStorage(at, slot));
    await chain.provider.send('anvil_setStorageAt', [at, slot, toBeHex(now + units, 32)]);
  }

  it('shows holdings, liabilities, balances and ledger of a final block, all the same, and says nothing', async () => {
    await chain.mine(3);
    await pass(3);
    const shown = present((await report()) ?? undefined, 'report');
    expect(shown.difference).toBeNull();
    expect(shown.tokens.map(({ root: _, ...figures }) => figures)).toEqual([
      { token: ETH, holdings: 12n, liabilities: 12n, balances: 12n, ledger: 12n, accounts: 2 },
      { token: dai, holdings: 3_000n, liabilities: 3_000n, balances: 3_000n, ledger: 3_000n, accounts: 2 },
    ]);
    expect(verdicts).toEqual([null]);
  });

  it('proves to whoever has an account’s salt what it is owed, and to nobody else', async () => {
    const { keccak256: keccak } = await createCrypto();
    const salt = keyedHash(secretKey('SOLVENCY_KEY', KEY), bob);
    const ask = (account: Address, token: Address, own = salt) =>
      new Requester(gateways.ws).ask(
        ...([
          solvencyQueries.proofQuery,
          [gateways.ws.sender],
          { account, token, salt: own },
          5_000,
        ] as const),
      );
    const reply = await ask(bob, dai);
    if (!reply.ok) throw new Error(reply.message);
    const { root, ...proof } = reply.value;
    expect(root).toBe((await report())?.tokens[1]?.root);
    expect(verifySumProof({ ...proof, account: bob, token: dai, salt }, root, keccak)).toEqual({
      ...{ ok: true, sum: 3_000n },
    });
    expect(proof.amount).toBe(2_000n);
    expect(await ask(alice, dai)).toMatchObject({ ok: false, code: 'INVALID_FIELD' });
    expect(await ask(bob, holder('9'))).toMatchObject({ ok: false, code: 'UNKNOWN_ENTRY' });
  });

  it('finds one unit more in a balance of the contract, and that it is gone again', async () => {
    const slot = await slotOf(exchange, [alice, dai], 1_000n);
    await add(exchange, slot, 1n);
    expect(await caught()).toMatchObject({
      kind: 'balance_differs',
      token: dai,
      expected: 1_000n,
      found: 1_001n,
    });
    expect(JSON.stringify(await report(), (_, value: unknown) => String(value))).not.toContain(alice);
    await add(exchange, slot, -1n);
    await clean();
  });

  it('finds one unit more in what the contract says it owes', async () => {
    const slot = await slotOf(exchange, [dai], 3_000n);
    await add(exchange, slot, 1n);
    // The worst of what follows is told: then it has less than it says that it owes.
    expect(await caught()).toMatchObject({ kind: 'holdings_short', expected: 3_001n, found: 3_000n });
    await add(exchange, slot, -1n);
    await clean();
  });

  it('finds one unit less in what the contract has, and takes more than it owes for a gift', async () => {
    const slot = await slotOf(dai, [exchange], 3_000n);
    await add(dai, slot, -1n);
    expect(await caught()).toMatchObject({ kind: 'holdings_short', expected: 3_000n, found: 2_999n });
    await add(dai, slot, 2n);
    await clean();
    expect((await report())?.tokens[1]).toMatchObject({ holdings: 3_001n, liabilities: 3_000n });
  });

  it('finds one unit more in the ledger, and one that moved between two of its accounts', async () => {
    ledger.add(alice, ETH, 1n);
    expect(await caught()).toMatchObject({ kind: 'ledger_differs', token: ETH, expected: 12n, found: 13n });
    ledger.add(bob, ETH, -1n);
    expect(await caught()).toMatchObject({ kind: 'account_differs', token: ETH });
    ledger.add(alice, ETH, -1n);
    ledger.add(bob, ETH, 1n);
    await clean();
  });

  it('goes on after a restart with what it knew, and tells the verdict again', async () => {
    ledger.pools.set(ETH, 1n);
    await caught();
    const before = verdicts.length;
    await service.stop();
    service = await start();
    await pass();
    await until(() => verdicts.length > before);
    expect(verdicts.at(-1)).toMatchObject({ kind: 'ledger_differs', expected: 12n, found: 13n });
    ledger.pools.clear();
    await clean();
  });
});
