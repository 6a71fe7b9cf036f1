import { expect, it } from '@jest/globals';
import { startJsonRpcNode } from '@exchange/test/kit';
import { mineBlocks } from './chain';

it('makes no block that would make one final which a kill could lose', async () => {
  let [newest, looks] = [0, 0];
  const node = await startJsonRpcNode(({ method }) => {
    if (method === 'evm_mine') newest += 1;
    else looks += 1;
    return { result: method === 'eth_blockNumber' ? `0x${newest.toString(16)}` : '0x0' };
  });
  const state = { savedBlock: 0, blockMs: 1 };
  let stopped = false;
  const mining = mineBlocks(node.url, state, () => stopped);
  const looked = async (times: number) => {
    for (const until = looks + times; looks < until;) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  try {
    await looked(5);
    expect(newest).toBe(2);
    state.savedBlock = 2;
    await looked(5);
    expect(newest).toBe(4);
  } finally {
    stopped = true;
    await mining;
    node.stop();
  }
});
