import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { minedReceipt } from '@exchange/contract/chain';
import { JsonRpcProvider, type TransactionReceipt } from 'ethers';

export interface TestChain {
  readonly url: string;
  readonly provider: JsonRpcProvider;
  /** Mines blocks; waiting transactions are in the first. */
  mine(blocks?: number): Promise<void>;
  /** Waits for a transaction, whatever it did. */
  receipt(hash: string): Promise<TransactionReceipt>;
  /** Mines a block with each transaction at once, as at the start, or only when told to. */
  automine(on: boolean): Promise<void>;
  /** Replaces the newest blocks by as many others, which hold no transactions. */
  reorganise(depth: number): Promise<void>;
  /** Remembers the chain as it is; `revert` brings it back, once. */
  snapshot(): Promise<string>;
  revert(snapshot: string): Promise<void>;
  /** All its blocks, with which other chains can begin (`AnvilOptions.blocks`). */
  dump(): Promise<string>;
  stop(): Promise<void>;
}

/** Private keys of the accounts that own ether on every test chain. */
export const FUNDED_KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const;

export interface AnvilOptions {
  /** It keeps the transactions and logs of so many blocks only. */
  readonly forgetful?: number;
  /**
   * It begins with all blocks of another chain, as `dump` gave them. (A node that forks from another asks that one for
   * each thing when it is first needed, which takes seconds where there is little time.)
   */
  readonly blocks?: string;
  /** Otherwise that of a development chain. */
  readonly chainId?: number;
}

/** A real Ethereum node (anvil) on a free port, with a new chain of Cancun rules. */
export async function startAnvil({
  forgetful,
  blocks,
  chainId = 31_337,
}: AnvilOptions = {}): Promise<TestChain> {
  const args = ['--port', '0', '--hardfork', 'cancun', '--chain-id', String(chainId)];
  if (forgetful !== undefined) args.push('--transaction-block-keeper', String(forgetful));
  const server = spawn(anvilBinary(), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = `http://127.0.0.1:${await listeningPort(server)}`;
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, staticNetwork: true });
  if (blocks !== undefined) await provider.send('anvil_loadState', [blocks]);
  return {
    url,
    provider,
    async mine(blocks = 1) {
      await provider.send('anvil_mine', [`0x${blocks.toString(16)}`]);
    },
    receipt: (hash) => minedReceipt(provider, hash),
    async automine(on) {
      await provider.send('evm_setAutomine', [on]);
    },
    async reorganise(depth) {
      await provider.send('anvil_reorg', [depth, []]);
    },
    snapshot: () => provider.send('evm_snapshot', []) as Promise<string>,
    async revert(snapshot) {
      if ((await provider.send('evm_revert', [snapshot])) !== true)
        throw new Error('the chain did not revert');
    },
    dump: () => provider.send('anvil_dumpState', []) as Promise<string>,
    async stop() {
      provider.destroy();
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

/** The program itself: npm's wrapper would be one more process between us and its end. */
export function anvilBinary(): string {
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  const processor = os.arch() === 'x64' ? 'amd64' : os.arch();
  const manifest = createRequire(wrapper).resolve(
    `@foundry-rs/anvil-${process.platform}-${processor}/package.json`,
  );
  return path.join(path.dirname(manifest), 'bin', 'anvil');
}

async function listeningPort(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('anvil has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /Listening on [^:]+:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    // Nobody reads what else it says; it must not wait for a reader.
    server.stdout.resume();
    return port;
  }
  throw new Error('anvil ended before it listened');
}
