import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonRpcProvider } from 'ethers';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chainProgram, openChain } from './chain';
import { ChainState, newestBlock } from './chain-state';
import { type Child, startChild } from './child';
import { type DataFolder, openDataFolder } from './data-folder';
import { StartedProcesses } from './left-processes';
import { isFree } from './ports';

async function freePort(): Promise<number> {
  for (;;) {
    const port = 30_000 + Math.floor(Math.random() * 2_000);
    if (await isFree(port)) return port;
  }
}

describe('the state of the development chain', () => {
  let folder: DataFolder;
  let state: ChainState;
  let url: string;
  let port: number;
  let child: Child | undefined;
  let chain: JsonRpcProvider | undefined;

  beforeEach(async () => {
    const parent = mkdtempSync(path.join(os.tmpdir(), 'exchange-chain-'));
    chmodSync(parent, 0o755);
    folder = openDataFolder(parent);
    state = new ChainState(folder);
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
  });

  afterEach(async () => {
    chain?.destroy();
    child?.kill();
    await child?.ended;
    rmSync(folder.path, { recursive: true, force: true });
  });

  async function begin(): Promise<JsonRpcProvider> {
    const program = chainProgram(state, port, folder.file('logs', 'chain.log'));
    child = await startChild(program, new StartedProcesses(folder));
    chain?.destroy();
    chain = await openChain(url);
    return chain;
  }

  it('goes on where it was asked to end', async () => {
    await (await begin()).send('anvil_mine', ['0x10']);
    const block = await chain?.getBlock(16);
    await child?.stop();
    expect(existsSync(folder.file('chain/saved.json.gz'))).toBe(false);
    expect((await (await begin()).getBlock(16))?.hash).toBe(block?.hash);
  }, 30_000);

  it('goes on with what was saved when it is killed, even in the middle of writing', async () => {
    await (await begin()).send('anvil_mine', ['0x10']);
    await child?.stop();
    await (await begin()).send('anvil_mine', ['0x10']);
    const block = await chain?.getBlock(32);
    await state.save(url);
    child?.kill();
    await child?.ended;
    expect(newestBlock(readFileSync(state.file, 'utf8'))).toBeLessThan(32);
    truncateSync(state.file, 10_000);
    expect((await (await begin()).getBlock(32))?.hash).toBe(block?.hash);
  }, 30_000);

  it('begins anew when there is nothing whole', async () => {
    await begin();
    await child?.stop();
    truncateSync(state.file, 100);
    expect(await (await begin()).getBlockNumber()).toBeLessThan(3);
  }, 30_000);
});
