import { JsonRpcProvider } from 'ethers';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { ChainState } from './chain-state';
import type { Program } from './child';
import { delay, until } from './delay';
import { DEV_MNEMONIC, FUNDED_ACCOUNTS, FUNDED_ETH } from './dev-keys';

const READY_MS_MAX = 30_000;
const POLL_MS = 100;
const SAVE_EVERY_MS = 800;
/** Pauses last so many times as long as saving took. */
const SAVE_SHARE = 3;

/** The program itself rather than npm's wrapper of it, which would be one more process between us and its end. */
function anvilBinary(): string {
  const here = createRequire(import.meta.url);
  const system = process.platform === 'win32' ? 'win32' : process.platform;
  const processor = os.arch() === 'x64' ? 'amd64' : os.arch();
  const name = `@foundry-rs/anvil-${system}-${processor}`;
  try {
    const manifest = createRequire(here.resolve('@foundry-rs/anvil/package.json')).resolve(
      `${name}/package.json`,
    );
    return path.join(path.dirname(manifest), 'bin', system === 'win32' ? 'anvil.exe' : 'anvil');
  } catch {
    throw new Error(
      `npm has no anvil for ${system} ${processor}. Give a chain that runs: CHAIN_URL=http://…`,
    );
  }
}

/** A chain with a block each second that begins with the state that was kept, and leaves its own when it ends. */
export function chainProgram(state: ChainState, port: number, logFile: string): Program {
  const options = {
    host: '127.0.0.1',
    port,
    'block-time': 1,
    state: state.file,
    'cache-path': state.cache,
    mnemonic: DEV_MNEMONIC,
    accounts: FUNDED_ACCOUNTS,
    balance: FUNDED_ETH,
    hardfork: 'cancun',
  };
  return {
    name: 'chain',
    command: anvilBinary(),
    args: [...Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)]), '--silent'],
    env: { PATH: process.env['PATH'], HOME: path.dirname(state.file) },
    logFile,
    prepare: () => {
      state.prepare();
    },
    // It writes its state once more.
    stopSignal: 'SIGINT',
    stopMs: 10_000,
  };
}

/**
 * Saves the chain's state every second until `stopped`: a chain that is killed loses less than what makes a block
 * final, so it never falls behind the ledger. A long chain takes longer, and must not do nothing else.
 */
export async function keepChain(
  state: ChainState,
  url: string,
  { stopped, failed }: { stopped: () => boolean; failed: (error: unknown) => void },
): Promise<void> {
  let well = true;
  while (!stopped()) {
    const began = performance.now();
    try {
      await state.save(url);
      well = true;
    } catch (error) {
      // Once: it is tried again each second.
      if (well && !stopped()) failed(error);
      well = false;
    }
    await delay(Math.max(SAVE_EVERY_MS, SAVE_SHARE * (performance.now() - began)));
  }
}

/** Connects to the chain as soon as it answers. Close it with `destroy()`. */
export async function openChain(url: string): Promise<JsonRpcProvider> {
  let last = '';
  const ask = async (): Promise<string | undefined> => {
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body });
      const { result } = (await response.json()) as { result?: string };
      return result;
    } catch (error) {
      last = String(error);
      return undefined;
    }
  };
  const chainId = await until(ask, {
    everyMs: 50,
    timeoutMs: READY_MS_MAX,
    failure: () => `the chain at ${url} doesn't answer: ${last}`,
  });
  const provider = new JsonRpcProvider(url, Number(chainId), { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = POLL_MS;
  return provider;
}
