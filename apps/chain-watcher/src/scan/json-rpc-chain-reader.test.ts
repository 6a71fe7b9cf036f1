import { lensInterface } from '@exchange/contract/chain';
import { type JsonRpcCall, type JsonRpcNode, startJsonRpcNode } from '@exchange/test/kit';
import { afterEach, expect, it } from '@jest/globals';
import { address } from '@exchange/core/kernel';
import { readerOf } from '../../test/chain-reader.fixture';

const EXCHANGE = { address: address(`0x${'c0'.repeat(20)}`), blockNumber: 0 };
const TIMELOCK = address(`0x${'71'.repeat(20)}`);
const nodes: JsonRpcNode[] = [];
afterEach(() => {
  for (const node of nodes.splice(0)) node.stop();
});

/** A node of a chain of ten blocks; whether it says that there is a contract where the admin is. */
const nodeThat = (admin: 'shows' | 'hides') => async () => {
  const node = await startJsonRpcNode(({ method, params }: JsonRpcCall) => {
    if (method === 'eth_blockNumber') return { result: '0xa' };
    if (params[1] !== '0xa') return { error: { code: -32_000, message: 'not as of the block' } };
    if (method === 'eth_getCode') return { result: admin === 'shows' ? '0x60' : '0x' };
    return { result: lensInterface.encodeFunctionResult('defaultAdmin', [TIMELOCK]) };
  });
  nodes.push(node);
  return node.url;
};

it('who the admin is, whose announcements are told, no node says alone', async () => {
  const [hides, shows] = [nodeThat('hides'), nodeThat('shows')];
  const reader = readerOf(await Promise.all([hides(), shows(), shows()]), EXCHANGE);
  expect(await reader.admin(await reader.head())).toBe(TIMELOCK);
  reader.close();
});
