import { exchangeAbi } from '@exchange/contract/chain';
import { type JsonRpcCall, type JsonRpcNode, startJsonRpcNode } from '@exchange/test/kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Interface, toBeHex, ZeroHash } from 'ethers';
import { ContractReader } from './contract-reader';

const CONTRACT = `0x${'c0'.repeat(20)}`;
const SOMEBODY = `0x${'a1'.repeat(20)}`;
const LAST = 20;
const abi = new Interface(exchangeAbi);
const hashOf = (block: number) => toBeHex(block, 32);

/** A block settles the trade of its number. */
const logOf = (block: number) => ({
  ...{ address: CONTRACT, blockNumber: toBeHex(block), blockHash: hashOf(block), removed: false },
  ...{ transactionHash: hashOf(block), transactionIndex: '0x0', logIndex: '0x0' },
  ...abi.encodeEventLog('TradeSettled', [
    ...[block, SOMEBODY, SOMEBODY, ZeroHash, ZeroHash],
    ...[2n, 1n, 0n, 0n, 0n, 0, 0],
  ]),
});

const blockOf = (block: number, transactions: readonly string[]) => ({
  ...{ number: toBeHex(block), hash: hashOf(block), parentHash: hashOf(block - 1), timestamp: '0x1' },
  ...{ gasLimit: '0x1c9c380', gasUsed: '0x5208', miner: SOMEBODY, extraData: '0x', difficulty: '0x0' },
  ...{ nonce: '0x0000000000000000', transactions },
});

let node: JsonRpcNode;
let reader: ContractReader;
afterEach(() => {
  reader.close();
  node.stop();
});

/** A node that forgets the transactions and logs of its oldest block after each answer. */
async function readerOfForgetfulNode(): Promise<ContractReader> {
  let oldest = 1;
  const resultOf = ({ method, params }: JsonRpcCall) => {
    const kept = Array.from({ length: LAST - oldest + 1 }, (_, index) => oldest + index);
    oldest++;
    if (method === 'eth_getLogs') return kept.map(logOf);
    const block = Number(params[0]);
    return blockOf(block, kept.includes(block) ? [hashOf(block)] : []);
  };
  node = await startJsonRpcNode((call) => ({ result: resultOf(call) }));
  return new ContractReader(node.url, CONTRACT);
}

describe('settled trades of a node that forgets while it is read', () => {
  it('are those of all blocks from the first that is named', async () => {
    reader = await readerOfForgetfulNode();
    const blocks = Array.from({ length: LAST }, (_, index) => index + 1);
    const { first, trades } = await reader.settledTrades(blocks, LAST);
    expect(first).toBeGreaterThan(1);
    expect(trades.map(({ tradeId }) => Number(tradeId))).toEqual(blocks.filter((block) => block >= first));
  });
});
