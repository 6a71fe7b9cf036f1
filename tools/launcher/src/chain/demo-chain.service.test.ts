import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startAnvil, type TestChain } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import { type DataFolder, openDataFolder } from '../settings/data-folder';
import { demoBarsBefore, requireDemoChain } from './demo-chain';

const deployedIn = (blockNumber: number) => ({ blockNumber }) as LocalDeployment;

describe('before when bars are demo bars', () => {
  let chain: TestChain;
  const folders: string[] = [];
  beforeAll(async () => {
    chain = await startAnvil();
    await chain.mine(3);
  });
  afterAll(async () => {
    await chain.stop();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  function newFolder(): DataFolder {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-demo-bars-'));
    folders.push(folder);
    return openDataFolder(folder);
  }

  it('is a minute before the contract was deployed, and stays so when the chain has forgotten that block', async () => {
    const folder = newFolder();
    const block = await chain.provider.getBlock(2);
    const before = await demoBarsBefore(folder, chain.url, deployedIn(2));
    expect(before).toBe(((block?.timestamp ?? 0) - 60) * 1_000);
    expect(await demoBarsBefore(folder, chain.url, deployedIn(99))).toBe(before);
  });

  it('is not known when the chain has forgotten the block, until a start that knows it', async () => {
    const folder = newFolder();
    expect(await demoBarsBefore(folder, chain.url, deployedIn(99))).toBeUndefined();
    expect(await demoBarsBefore(folder, chain.url, deployedIn(1))).toEqual(expect.any(Number));
  });
});

it.each([31_337, 1_337])('the development chain %d may have demo bars', (chainId) => {
  expect(() => requireDemoChain(chainId)).not.toThrow();
});

it.each([1, 8_453, 31_338])('chain %d may have none', (chainId) => {
  expect(() => requireDemoChain(chainId)).toThrow(`is of chain ${chainId}: leave it out`);
});
