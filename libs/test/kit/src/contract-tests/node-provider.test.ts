import { NodeProvider } from '@exchange/contract/chain';
import { afterEach, expect, it } from '@jest/globals';
import { type JsonRpcAnswer, type JsonRpcNode, startJsonRpcNode } from '../servers/json-rpc-node';

let node: JsonRpcNode;
let provider: NodeProvider;
afterEach(() => {
  provider.destroy();
  node.stop();
});

const askMany = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => provider.send('eth_echo', [index])));
const inOrder = (count: number) => Array.from({ length: count }, (_, index) => index);

it('asks for as much at once as the node takes', async () => {
  node = await startJsonRpcNode(({ params: [first] }) => ({ result: first }), { batchMax: 10 });
  provider = new NodeProvider(node.url);
  expect(await askMany(100)).toEqual(inOrder(100));
  expect(provider.batchMax).toBe(8);
  expect(await askMany(30)).toEqual(inOrder(30));
});

it('asks again, later, what a node was asked too often', async () => {
  let left = 3;
  const answerTo = ({ params: [first] }: { params: readonly unknown[] }): JsonRpcAnswer => {
    if (left === 0) return { result: first };
    left -= 1;
    return { error: { code: -32_005, message: 'too many requests' } };
  };
  node = await startJsonRpcNode(answerTo);
  provider = new NodeProvider(node.url);
  expect(await askMany(4)).toEqual(inOrder(4));
});
