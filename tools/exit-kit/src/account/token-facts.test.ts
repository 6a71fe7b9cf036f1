import { address } from '@exchange/core/kernel';
import { expect, it } from '@jest/globals';
import { startJsonRpcNode, type JsonRpcAnswer } from '@exchange/test/kit';
import { httpRpc } from '../chain/rpc';
import { tokenFacts } from './token-facts';

const token = address(`0x${'aa'.repeat(20)}`);

async function factsFrom(answer: JsonRpcAnswer) {
  const node = await startJsonRpcNode(() => answer);
  try {
    return await tokenFacts(httpRpc(node.url), token, 'latest');
  } finally {
    node.stop();
  }
}

it('a token that says nothing of itself is shown in smallest units', async () => {
  const silent = { token, symbol: '0xaaaaaa…', decimals: 0 };
  expect(await factsFrom({ result: '0x' })).toEqual(silent);
  expect(await factsFrom({ error: { code: 3, message: 'execution reverted', data: '0x' } })).toEqual(silent);
  expect(await factsFrom({ error: { code: -32_000, message: 'out of gas' } })).toEqual(silent);
});

it('a token that the node said nothing of is not: its amounts would be other ones', async () => {
  const limited = { error: { code: -32_005, message: 'too many requests' } };
  await expect(factsFrom(limited)).rejects.toThrow('too many requests');
  await expect(factsFrom({} as JsonRpcAnswer)).rejects.toThrow('no result to eth_call');
});
