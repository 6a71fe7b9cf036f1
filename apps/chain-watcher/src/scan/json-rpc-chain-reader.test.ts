import { hash } from '@exchange/core/kernel';
import { type JsonRpcAnswer, type JsonRpcCall, type JsonRpcNode, startJsonRpcNode } from '@exchange/test/kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { someAddress } from '../../test/memory-chain.fixture';
import { getAddress, getBytes, keccak256 } from 'ethers';
import { JsonRpcChainReader } from './json-rpc-chain-reader';

const known = hash(`0x${'11'.repeat(32)}`);
const unknown = hash(`0x${'22'.repeat(32)}`);
const EMPTY_BLOOM = `0x${'00'.repeat(256)}`;
const block = (own: typeof known) => ({
  ...{ number: 7, hash: own, parent: known, time: 1, logsBloom: EMPTY_BLOOM },
});

let node: JsonRpcNode;
let reader: JsonRpcChainReader;
afterEach(() => {
  reader.close();
  node.stop();
});

async function nodeThatSays(answerTo: (call: JsonRpcCall) => JsonRpcAnswer): Promise<string> {
  node = await startJsonRpcNode(answerTo);
  return node.url;
}

/** A node that is behind: it doesn't have the newest block, and of a range it gives what it has without a word. */
const nodeThatIsBehind = () =>
  nodeThatSays(({ params }) =>
    (params[0] as { blockHash?: string }).blockHash === unknown
      ? { error: { code: -32_000, message: 'unknown block' } }
      : { result: [] },
  );

describe('logs of a node that is behind', () => {
  it('are no empty answer for a block that it does not have', async () => {
    reader = new JsonRpcChainReader(await nodeThatIsBehind(), someAddress('c0'), 0);
    expect(await reader.logs([block(known)])).toEqual([]);
    await expect(reader.logs([block(known), block(unknown)])).rejects.toThrow('unknown block');
  });
});

describe('a block without logs whose header says that there may be some', () => {
  const contract = someAddress('c0');
  const FULL_BLOOM = `0x${'ff'.repeat(256)}`;
  const HALF_BLOOM = `0x${'ff'.repeat(128)}${'00'.repeat(128)}`;
  const full = { ...block(known), logsBloom: FULL_BLOOM };
  const receipt = (logsBloom: string, ...addresses: string[]) => ({
    ...{ logsBloom, logs: addresses.map((address) => ({ address })) },
  });
  const read = async (header: typeof full, receipts: unknown) => {
    const url = await nodeThatSays(({ method }) => ({
      result: method === 'eth_getBlockReceipts' ? receipts : [],
    }));
    reader = new JsonRpcChainReader(url, contract, 0);
    return reader.logs([header]);
  };

  it('is empty when all receipts are there, of other contracts alone', async () => {
    expect(await read(full, [receipt(HALF_BLOOM), receipt(FULL_BLOOM, someAddress('d0'))])).toEqual([]);
  });

  it('is empty also when receipts have more than the header counts', async () => {
    const header = { ...full, logsBloom: bloomOf(contract) };
    expect(await read(header, [receipt(FULL_BLOOM, someAddress('d0'))])).toEqual([]);
  });

  it.each([
    ['no receipts', null],
    ['some receipts', [receipt(HALF_BLOOM)]],
  ])('is not believed of a node that has %s', async (_, receipts) => {
    await expect(read(full, receipts)).rejects.toThrow('no logs of block 7 any more');
  });

  it('is not believed of a node whose receipts have logs of the contract', async () => {
    const receipts = [receipt(FULL_BLOOM, getAddress(contract))];
    await expect(read(full, receipts)).rejects.toThrow('gives no logs of block 7, but receipts');
  });
});

/** The filter of a header whose block has logs of one contract alone. */
function bloomOf(contract: string): string {
  const digest = getBytes(keccak256(contract));
  const bits = [0, 2, 4].map((at) => (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) % 2048);
  const filter = bits.reduce((set, bit) => set | (1n << BigInt(bit)), 0n);
  return `0x${filter.toString(16).padStart(512, '0')}`;
}
