import { ChainNodes, NodeProvider } from '@exchange/contract/chain';
import { afterEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
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

describe('the key in the address of a node', () => {
  const KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
  const withKey = () => `${node.url.replace('://', `://user:${KEY}@`)}/v3/${KEY}?apikey=${KEY}`;
  const says = (error: { code: number; data?: string }) => () => ({
    error: { message: `no such project: ${withKey()} ${KEY}`, ...error },
  });
  const start = async (answerTo: () => JsonRpcAnswer, status = 200) => {
    node = await startJsonRpcNode(answerTo, { status });
    provider = new NodeProvider(withKey(), { timeoutMs: 300 });
  };

  async function failure(): Promise<string> {
    const nodes = new ChainNodes({ urls: [withKey(), withKey()] });
    const said: unknown[] = [];
    nodes.tell({ changed: (...change) => said.push(change) });
    const asked = [
      provider.send('eth_blockNumber', []),
      nodes.block(1),
      nodes.send('eth_syncing', []),
      nodes.head(),
    ];
    const errors = await Promise.all(asked.map((one) => one.catch((error: unknown) => error)));
    nodes.close();
    expect(errors).toEqual(asked.map(() => expect.any(Error)));
    const shown = inspect([errors, said], { depth: 20, showHidden: true });
    expect(shown).not.toContain(KEY);
    return String(errors[0]);
  }

  it.each([401, 500])('is in no error when it answers %i', async (status) => {
    await start(says({ code: -32_000 }), status);
    expect(await failure()).toContain(`the node answers ${status}`);
  });

  it.each([{ code: -32_000 }, { code: 3, data: '0x' }])(
    'is in no error when it says so itself: %j',
    async (error) => {
      await start(says(error));
      expect(await failure()).toContain('no such project: http://127.0.0.1');
    },
  );

  it('is in no error when it is not there, or the address is none', async () => {
    await start(() => ({ result: null }));
    node.stop();
    expect(await failure()).toContain('ECONNREFUSED');
    expect(() => new NodeProvider(`https:/${KEY}`)).not.toThrow(KEY);
    expect(() => new ChainNodes({ urls: [`http://a:b:${KEY}`] })).toThrow('is no URL');
  });
});
