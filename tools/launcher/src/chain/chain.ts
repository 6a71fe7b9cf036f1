import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { askChain } from '../../../kit/chain/ask-chain';
import { type ChainState, CONFIRMATIONS } from './chain-state';
import type { Program } from '../process/child';
import { setTimeout as delay } from 'node:timers/promises';
import { DEV_MNEMONIC, FUNDED_ACCOUNTS, FUNDED_ETH } from '../../../kit/chain/dev-keys';

/** Old states in memory for so long: of final blocks the exchange and the audit ask for the newest. Each is a whole copy. */
const STATES_KEPT_MS = 16_000;
/** In this part of the time between two blocks, so that none has to wait for it. */
const SAVE_EVERY = 0.8;
/** Pauses last so many times as long as saving took. */
const SAVE_SHARE = 3;
/** With so many headers the program begins again with the newest ones: it has no other way to forget them. */
const BLOCKS_MAX = 10_000;

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

/**
 * A chain that begins with the state that was kept, and leaves its own when it ends. It has no clock of its own: with
 * one it would keep 1 500 states in memory whatever it is told (anvil 1.7), and without limits 3 600 more on disk.
 */
export function chainProgram(state: ChainState, port: number, logFile: string): Program {
  const options = {
    host: '127.0.0.1',
    port,
    state: state.file,
    'prune-history': Math.ceil(STATES_KEPT_MS / state.blockMs),
    'transaction-block-keeper': state.blocksKept,
    mnemonic: DEV_MNEMONIC,
    accounts: FUNDED_ACCOUNTS,
    balance: FUNDED_ETH,
    hardfork: 'cancun',
  };
  return {
    name: 'chain',
    command: anvilBinary(),
    args: [
      ...Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)]),
      '--no-mining',
      '--silent',
    ],
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
 * Makes a block every so often until `stopped`, but none that would make one final which isn't saved: a chain that is
 * killed loses less than that, so it never falls behind the ledger, however long saving takes. Those of one second have
 * the same time.
 */
export async function mineBlocks(
  url: string,
  state: Pick<ChainState, 'blockMs' | 'savedBlock'>,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped()) {
    const next = delay(state.blockMs);
    // One that doesn't answer is being started again, and that is said where it is supervised.
    await mineBlock(url, state).catch(() => undefined);
    await next;
  }
}

async function mineBlock(url: string, { savedBlock }: Pick<ChainState, 'savedBlock'>): Promise<void> {
  const next = Number(await askChain(url, 'eth_blockNumber')) + 1;
  if (next - CONFIRMATIONS <= savedBlock) await askChain(url, 'evm_mine');
}

/**
 * Saves the chain's state for each block until `stopped`. A large state takes longer, and must not do nothing else; so that
 * it stays small, `beginAgain` is called when old headers can be forgotten.
 */
export async function keepChain(
  state: ChainState,
  url: string,
  deps: { stopped: () => boolean; failed: (error: unknown) => void; beginAgain: () => Promise<void> },
): Promise<void> {
  const { stopped, failed, beginAgain } = deps;
  let well = true;
  while (!stopped()) {
    const began = performance.now();
    try {
      await state.save(url);
      if (Number(await askChain(url, 'eth_blockNumber')) - state.oldest > BLOCKS_MAX) await beginAgain();
      well = true;
    } catch (error) {
      // Once: it is tried again each second.
      if (well && !stopped()) failed(error);
      well = false;
    }
    await delay(Math.max(SAVE_EVERY * state.blockMs, SAVE_SHARE * (performance.now() - began)));
  }
}
