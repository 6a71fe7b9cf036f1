import { type JsonRpcNode, startJsonRpcNode } from '@exchange/test/kit';
import { afterEach, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { httpRpc } from './rpc';

const KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
let node: JsonRpcNode;
afterEach(() => {
  node?.stop();
});

it('a node that fails is named by its host: its address may hold a key', async () => {
  node = await startJsonRpcNode(() => ({}) as { result: unknown }, { status: 401 });
  const rpc = httpRpc(`${node.url}/v3/${KEY}`);
  const failure = () => rpc('eth_blockNumber', []).catch((error: unknown) => error);
  const refused = await failure();
  node.stop();
  const absent = await failure();
  expect(String(refused)).toContain(`the node at ${node.url}/… answers 401 and no result`);
  expect(String(absent)).toContain(`the node at ${node.url}/… doesn't answer: ECONNREFUSED`);
  expect(inspect([refused, absent], { depth: 20 })).not.toContain(KEY);
  expect(() => httpRpc(KEY)).toThrow('the address of the node is no URL');
});
