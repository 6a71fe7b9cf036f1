import { expect, it } from '@jest/globals';
import { startJsonRpcNode } from '@exchange/test/kit';
import { mineBlocks } from './chain';

it('makes no block that would make one final which a kill could lose', async () => {
  let newest = 0;
  const node = await startJsonRpcNode(({ method }) => {
    if (method === 'evm_mine') newest += 1;
    return { result: method === 'eth_blockNumber' ? `0x${newest.toString(16)}` : '0x0' };
  });
  const state = { savedBlock: 0 };
  let stopped = false;
  const mining = mineBlocks(node.url, state, () => stopped, 1);
  const soon = () => new Promise((resolve) => setTimeout(resolve, 100));
  try {
    await soon();
    expect(newest).toBe(2);
    state.savedBlock = 2;
    await soon();
    expect(newest).toBe(4);
  } finally {
    stopped = true;
    await mining;
    node.stop();
  }
});
