import { type JsonRpcNode, startJsonRpcNode } from '@exchange/test/kit';
import { afterEach, expect, it } from '@jest/globals';
import { closeChain, openChain } from './open-chain';

let node: JsonRpcNode | undefined;
afterEach(() => node?.stop());

it('a chain that is closed answers what it was just asked', async () => {
  node = await startJsonRpcNode(() => ({ result: '0x7' }));
  const provider = await openChain(node.url);
  const asked = provider.getBlockNumber();
  await closeChain(provider);
  expect(await asked).toBe(7);
});
