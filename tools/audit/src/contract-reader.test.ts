import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeAbi } from '@exchange/contract/chain';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Interface, toBeHex, ZeroHash } from 'ethers';
import { ContractReader } from './contract-reader';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

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

let server: Server;
let reader: ContractReader;
afterEach(() => {
  reader.close();
  server.close();
});

/** A node that forgets the transactions and logs of its oldest block after each answer. */
async function readerOfForgetfulNode(): Promise<ContractReader> {
  let oldest = 1;
  const resultOf = ({ method, params }: Call) => {
    if (method === 'eth_chainId') return '0x7a69';
    const kept = Array.from({ length: LAST - oldest + 1 }, (_, index) => oldest + index);
    oldest++;
    if (method === 'eth_getLogs') return kept.map(logOf);
    const block = Number(params[0]);
    return blockOf(block, kept.includes(block) ? [hashOf(block)] : []);
  };
  const answer = (call: Call) => ({ jsonrpc: '2.0', id: call.id, result: resultOf(call) });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
      response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new ContractReader(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, CONTRACT);
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
