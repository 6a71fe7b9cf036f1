import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { JsonRpcProvider } from 'ethers';
import { type JsonRpcNode, startJsonRpcNode } from './json-rpc-node';
import { type LyingNode, startLyingNode } from './lying-node';

describe('a node that can lie', () => {
  let real: JsonRpcNode;
  let lying: LyingNode;
  let provider: JsonRpcProvider;

  beforeEach(async () => {
    real = await startJsonRpcNode(() => ({ result: '0x2' }));
    lying = await startLyingNode(real.url);
    provider = new JsonRpcProvider(lying.url, 31_337, { cacheTimeout: -1, staticNetwork: true });
  });
  afterEach(() => {
    provider.destroy();
    lying.stop();
    real.stop();
  });

  it('tells the truth, and what it is told to say instead', async () => {
    await expect(provider.getBlockNumber()).resolves.toBe(2);
    lying.lie = async () => ({ result: '0x3' });
    await expect(provider.getBlockNumber()).resolves.toBe(3);
  });

  it('answers with an error when the real node is gone', async () => {
    real.stop();
    await expect(provider.send('eth_blockNumber', [])).rejects.toThrow('the node behind is unavailable');
  });
});
