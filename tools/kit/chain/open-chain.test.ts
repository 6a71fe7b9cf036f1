import { type JsonRpcNode, startJsonRpcNode } from '@exchange/test/kit';
import { afterEach, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
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

it('a chain that refuses, or is not there, is named without what its address keeps secret', async () => {
  const KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
  node = await startJsonRpcNode(() => ({ error: { code: -32_000, message: `no project ${KEY}` } }));
  const url = `${node.url}/v3/${KEY}`;
  const provider = await openChain(url);
  const refused = await provider.getBlockNumber().catch((error: unknown) => error);
  await closeChain(provider);
  expect(String(refused)).toContain('no project (secret)');
  expect(inspect(refused, { depth: 20 })).not.toContain(KEY);
  node.stop();
  const absent = await openChain(url, 100).catch((error: unknown) => error);
  expect(String(absent)).toContain(`the chain at ${node.url}/… doesn't answer`);
  expect(inspect(absent, { depth: 20 })).not.toContain(KEY);
});
