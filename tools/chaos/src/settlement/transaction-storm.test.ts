import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FUNDED_KEYS, type JsonRpcAnswer, type JsonRpcNode, startJsonRpcNode } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { seededRandom } from '../../../kit/random';
import { askNode, type NodeSays } from './node-front';
import { TransactionStorm } from './transaction-storm';

const GWEI = 10n ** 9n;
const SEND = 'eth_sendRawTransaction';

describe('a storm of transactions', () => {
  const wallet = new Wallet(FUNDED_KEYS[0]);
  let asked: { method: string; raw: unknown }[];
  let node: JsonRpcNode;
  let storm: TransactionStorm;

  beforeEach(async () => {
    asked = [];
    node = await startJsonRpcNode(({ method, params }): JsonRpcAnswer => {
      asked.push({ method, raw: params[0] });
      return { result: '0x1' };
    });
    storm = await TransactionStorm.open(node.url, seededRandom(1));
  });
  afterEach(() => {
    storm.close();
    node.stop();
  });

  const signed = (nonce: number, gwei = 1n) =>
    wallet.signTransaction({
      ...{ type: 2, chainId: 31_337, to: wallet.address, nonce, gasLimit: 21_000n },
      ...{ maxFeePerGas: gwei * GWEI, maxPriorityFeePerGas: GWEI },
    });
  const send = async (raw: string): Promise<NodeSays | 'cut'> =>
    askNode(storm.url, SEND, [raw]).catch(() => 'cut' as const);
  const passed = () => asked.filter(({ method }) => method === SEND).map(({ raw }) => raw);

  it('does each of its kinds of harm within a few transactions, and says how often', async () => {
    // As many as the deck has.
    await Promise.all(Array.from({ length: 9 }, async (_, nonce) => send(await signed(nonce))));
    await storm.calm();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(storm.neverDone).toEqual([]);
    expect(storm.summary()).toMatch(
      /^9 transactions sent: 1 swallowed, 1 denied, 1 held, 1 evicted, 1 replaced, 1 late, /,
    );
    expect(asked.map(({ method }) => method)).toContain('anvil_dropTransaction');
    expect(asked.map(({ method }) => method)).toContain('eth_sendTransaction');
    // All but the one that was swallowed, and the one whose nonce an empty one took.
    expect(new Set(passed()).size).toBe(7);
  });

  it('passes on everything as soon as it is calm, and answers what the node answers', async () => {
    await storm.calm();
    const raws = await Promise.all(Array.from({ length: 9 }, (_, nonce) => signed(nonce)));
    for (const raw of raws) expect(await send(raw)).toEqual({ result: '0x1' });
    expect(passed()).toEqual(raws);
    expect(await askNode(storm.url, 'eth_blockNumber', [])).toEqual({ result: '0x1' });
  });
});
