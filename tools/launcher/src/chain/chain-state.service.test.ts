import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@exchange/test/kit';
import type { JsonRpcProvider } from 'ethers';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chainProgram, keepChain } from './chain';
import { openChain } from '../../../kit/chain/open-chain';
import { ChainState, newestBlock } from './chain-state';
import { type Child, startChild } from '../process/child';
import { type DataFolder, openDataFolder } from '../settings/data-folder';
import { setTimeout as delay } from 'node:timers/promises';
import { StartedProcesses } from '../process/left-processes';
import { Progress } from '../process/progress';
import { Supervised } from '../process/supervised';

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
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
  });

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
  });

  it('stays small however long it runs and whatever is traded', async () => {
    const running = await begin();
    const [sender] = (await running.send('eth_accounts', [])) as string[];
    const receiver = (index: number) => `0x${(index + 1).toString(16).padStart(40, 'f')}`;
    const transfers = 3_000;
    for (let first = 0; first < transfers; first += 100) {
      const some = Array.from({ length: 100 }, (_, index) => first + index);
      await Promise.all(
        some.map((index) =>
          running.send('eth_sendTransaction', [
            { from: sender, to: receiver(index), value: '0x1', nonce: `0x${index.toString(16)}` },
          ]),
        ),
      );
      await running.send('anvil_mine', ['0x1']);
    }
    const early = (await running.getBlock(5))?.transactions[0] ?? '';
    // More than the program would keep states of in memory, and than are kept in full.
    await running.send('anvil_mine', ['0x500']);
    await state.save(url);
    expect(bytesIn(folder.file('chain'))).toBeLessThan(3_000_000);
    expect(early).not.toBe('');
    expect(await running.getTransactionReceipt(early)).toBeNull();
    const [head, genesis] = [await running.getBlockNumber(), await running.getBlock(0)];
    const deployment = await running.getBlock(2);
    const recent = await running.getBlock(head - 200);
    // What settlement and the audit ask of the newest final block.
    expect(await running.getTransactionCount(sender ?? '', head - 8)).toBe(transfers);
    await expect(running.getTransactionCount(sender ?? '', head - 50)).rejects.toThrow('BlockOutOfRange');

    await child?.stop();
    const next = await begin();
    expect(await next.getBlockNumber()).toBeGreaterThanOrEqual(head);
    expect((await next.getBlock(0))?.hash).toBe(genesis?.hash);
    // Services know the chain by the block in which the contract was deployed.
    expect((await next.getBlock(2))?.hash).toBe(deployment?.hash);
    expect((await next.getBlock(head - 200))?.hash).toBe(recent?.hash);
    expect(await next.getBlock(head - 400)).toBeNull();
    expect(await next.getBalance(receiver(transfers - 1))).toBe(1n);
    expect(bytesIn(folder.file('chain'))).toBeLessThan(3_000_000);
  });

  it('begins again by itself when it has many headers, and loses no block', async () => {
    const program = chainProgram(state, port, folder.file('logs', 'chain.log'));
    const progress = new Progress(() => undefined);
    const supervised = new Supervised(program, new StartedProcesses(folder), progress);
    await supervised.start();
    chain = await openChain(url);
    const again: number[] = [];
    const failures: unknown[] = [];
    let stopped = false;
    const kept = keepChain(state, url, {
      stopped: () => stopped,
      failed: (error) => failures.push(error),
      beginAgain: async () => {
        await supervised.beginAgain();
        (await openChain(url)).destroy();
        again.push(state.oldest);
      },
    });
    await chain.send('anvil_mine', ['0x2800']);
    const block = await chain.getBlock(0x2800);
    while (again.length === 0) await delay(50);
    stopped = true;
    await kept;
    expect(failures).toEqual([]);
    // It begins at ten thousand headers, which may be before all are mined, and keeps three hundred.
    expect(again[0]).toBeGreaterThanOrEqual(10_000 - 300);
    expect((await chain.getBlock(0x2800))?.hash).toBe(block?.hash);
    expect(await chain.getBlock(5_000)).toBeNull();
    await supervised.stop();
  });

  it('begins anew when there is nothing whole', async () => {
    await begin();
    await child?.stop();
    truncateSync(state.file, 100);
    expect(await (await begin()).getBlockNumber()).toBeLessThan(3);
  });
});
