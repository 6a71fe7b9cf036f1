import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RestClient } from '@exchange/client';
import { testTokenAbi } from '@exchange/contract/chain';
import { Contract, JsonRpcProvider, ZeroAddress } from 'ethers';
import { WebSocket } from 'ws';
import type { Endpoints } from '../../kit/running/endpoints';
import { startAnvil } from '@exchange/test/kit';
import { newPlace } from '../../kit/running/launched-exchange';

const root = path.resolve(import.meta.dirname, '../../..');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A process's command and arguments; none of one that has ended. */
function commandOf(pid: string): readonly string[] {
  try {
    return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') : [];
  } catch {
    return [];
  }
}

/** Whether that process is the development chain that listens on the port. */
function isChain(pid: string, port: number): boolean {
  const [command = '', ...args] = commandOf(pid);
  return command.endsWith('/anvil') && args.includes(String(port));
}

/** The processes that make a database in that folder. */
const databaseMakers = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => commandOf(pid).some((arg) => arg.startsWith(`--pgdata=${folder}`)));

/** -1 while nothing answers there. */
async function blockNumber(rpc: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] });
  const headers = { 'content-type': 'application/json' };
  try {
    const { result } = (await (await fetch(rpc, { method: 'POST', headers, body })).json()) as {
      result: string;
    };
    return Number(result);
  } catch {
    return -1;
  }
}

/** `npm start` as a person has it: until the line that says it is ready. */
class Start {
  readonly process: ChildProcess;
  output = '';

  /** `given`: what it is told of servers elsewhere. */
  constructor(dataDir: string, base: number, args: readonly string[] = [], given: NodeJS.ProcessEnv = {}) {
    const environment = { ...process.env, EXCHANGE_DATA_DIR: dataDir, EXCHANGE_PORT_BASE: String(base) };
    // Given addresses would keep it from starting its own.
    for (const own of ['DATABASE_URL', 'NATS_URL', 'CHAIN_URL']) Reflect.deleteProperty(environment, own);
    this.process = spawn(process.execPath, ['tools/start.mjs', ...args], {
      ...{ cwd: root, env: { ...environment, ...given } },
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
  }

  async ready(): Promise<void> {
    while (!/^exchange ready$/m.test(this.output)) {
      if (this.process.exitCode !== null) throw new Error(`it ended:\n${this.output}`);
      await pause(50);
    }
  }

  /** Its exit code. */
  async end(signal?: NodeJS.Signals): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode;
    if (signal !== undefined) this.process.kill(signal);
    await once(this.process, 'exit');
    return this.process.exitCode;
  }
}

const firstPacket = async (url: string): Promise<unknown> => {
  const socket = new WebSocket(url);
  const [data] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  return JSON.parse(data.toString()) as unknown;
};

describe('npm start', () => {
  let dataDir: string;
  let base: number;
  let start: Start;
  let endpoints: Endpoints;
  let provider: JsonRpcProvider;
  const file = (name: string) => path.join(dataDir, name);
  const readEndpoints = () => JSON.parse(readFileSync(file('endpoints.json'), 'utf8')) as Endpoints;

  beforeAll(async () => {
    ({ folder: dataDir, base } = await newPlace(root, 'exchange-start-'));
    start = new Start(dataDir, base);
    await start.ready();
    endpoints = readEndpoints();
    provider = new JsonRpcProvider(endpoints.rpc, endpoints.chainId, {
      staticNetwork: true,
      cacheTimeout: -1,
    });
  }, 240_000);

  afterAll(async () => {
    provider.destroy();
    await start.end('SIGINT');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('tells tools where everything is, and people the page before all else', async () => {
    expect(endpoints).toMatchObject({
      rest: `http://127.0.0.1:${base}`,
      ws: `ws://127.0.0.1:${base + 1}`,
      rpc: `http://127.0.0.1:${base + 10}`,
      chainId: 31_337,
    });
    expect(Object.keys(endpoints.tokens).sort()).toEqual(['DAI', 'ETH', 'LINK', 'USDC', 'WBTC']);
    expect(endpoints.accounts.length).toBeGreaterThanOrEqual(20);
    expect(start.output).toMatch(/^started in \d+\.\d s$/m);
    while (!start.output.includes('  next')) await pause(50);
    const [, first] = start.output.split('exchange ready\n');
    expect(first).toMatch(new RegExp(`^  trading page +http://127.0.0.1:${base}/\n`));
  });

  it('shows five open markets, and speaks first on the websocket', async () => {
    const { markets } = await new RestClient(endpoints.rest).listed();
    expect(Object.keys(markets).sort()).toEqual(['ETHDAI', 'ETHUSDC', 'LINKETH', 'WBTCETH', 'WBTCUSDC']);
    expect(Object.values(markets).every(({ status }) => status === 'open')).toBe(true);
    const config = expect.objectContaining({ contractAddress: endpoints.contract, network: 'dev' });
    expect(await firstPacket(`${endpoints.ws}/ws/v1`)).toEqual([[0, 'c', config]]);
  });

  it('gives every dev account ETH and every token on the chain', async () => {
    const tokens = Object.values(endpoints.tokens).filter((token) => token !== ZeroAddress);
    for (const { address } of [endpoints.accounts[0], endpoints.accounts.at(-1)].filter(
      (one) => one !== undefined,
    )) {
      expect(await provider.getBalance(address)).toBeGreaterThan(0n);
      for (const token of tokens) {
        const owned = (await new Contract(token, testTokenAbi, provider).getFunction('balanceOf')(
          address,
        )) as bigint;
        expect(owned).toBeGreaterThan(0n);
      }
    }
  });

  it('refuses a second start on the same data, and ports that are taken', async () => {
    const same = new Start(dataDir, base + 100);
    const other = mkdtempSync(path.join(os.tmpdir(), 'exchange-start-'));
    const taken = new Start(other, base);
    expect([await same.end(), await taken.end()]).toEqual([1, 1]);
    expect(same.output).toContain('runs already');
    expect(taken.output).toContain(`${base} (rest-gateway)`);
    rmSync(other, { recursive: true });
  });

  it('refuses demo traders and demo bars on a chain that is no development chain', async () => {
    const chain = await startAnvil({ chainId: 4_242 });
    const { folder: other, base: ports } = await newPlace(root, 'exchange-start-');
    try {
      const refused = new Start(other, ports, ['--demo'], { CHAIN_URL: chain.url });
      expect(await refused.end()).toBe(1);
      expect(refused.output).toContain(
        '--demo is for development chains (31337 and 1337), and CHAIN_URL is of chain 4242',
      );
      // What ended its start early still writes nothing there.
      expect(databaseMakers(other)).toEqual([]);
    } finally {
      await chain.stop();
      rmSync(other, { recursive: true });
    }
  }, 240_000);

  it('stops at a signal, and the next start goes on with the same chain', async () => {
    const block = await provider.getBlockNumber();
    expect(await start.end('SIGINT')).toBe(0);
    expect(existsSync(file('endpoints.json'))).toBe(false);
    expect(JSON.parse(readFileSync(file('processes.json'), 'utf8'))).toEqual([]);
    cpSync(file('chain'), file('old-chain'), { recursive: true });

    start = new Start(dataDir, base);
    await start.ready();
    expect(readEndpoints()).toEqual(endpoints);
    expect(await provider.getBlockNumber()).toBeGreaterThanOrEqual(block);
  }, 240_000);

  it('recovers when it was killed with everything it started left running, and when a part is killed', async () => {
    const block = await provider.getBlockNumber();
    await start.end('SIGKILL');
    start = new Start(dataDir, base);
    await start.ready();
    expect(start.output).toContain('an earlier start left behind');
    expect(await provider.getBlockNumber()).toBeGreaterThanOrEqual(block);

    const [chain] = readdirSync('/proc').filter((pid) => isChain(pid, base + 10));
    process.kill(Number(chain), 'SIGKILL');
    while (!start.output.includes('chain: ended by itself')) await pause(50);
    while ((await blockNumber(endpoints.rpc)) < block) await pause(50);
  }, 240_000);

  it('refuses a chain that lacks blocks on which deposits were credited', async () => {
    await start.end('SIGINT');
    rmSync(file('chain'), { recursive: true });
    cpSync(file('old-chain'), file('chain'), { recursive: true });
    start = new Start(dataDir, base);
    expect(await start.end()).toBe(1);
    expect(start.output).toMatch(/lacks block \d+ .*npm start -- --reset/);
  }, 240_000);
});
