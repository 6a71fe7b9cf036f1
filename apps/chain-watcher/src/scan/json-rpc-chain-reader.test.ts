import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hash } from '@exchange/core/kernel';
import { afterEach, describe, expect, it } from '@jest/globals';
import { someAddress } from '../memory-chain.fixture';
import { JsonRpcChainReader } from './json-rpc-chain-reader';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly { readonly blockHash?: string }[];
}

const known = hash(`0x${'11'.repeat(32)}`);
const unknown = hash(`0x${'22'.repeat(32)}`);
const EMPTY_BLOOM = `0x${'00'.repeat(256)}`;
const block = (own: typeof known) => ({
  ...{ number: 7, hash: own, parent: known, time: 1, logsBloom: EMPTY_BLOOM },
});

let server: Server;
let reader: JsonRpcChainReader;
afterEach(() => {
  reader.close();
  server.close();
});

/** A node that is behind: it doesn't have the newest block, and of a range it gives what it has without a word. */
async function nodeThatIsBehind(): Promise<string> {
  const answer = ({ id, method, params }: Call) => {
    const common = { jsonrpc: '2.0', id };
    if (method === 'eth_chainId') return { ...common, result: '0x7a69' };
    const isUnknown = params[0]?.blockHash === unknown;
    return isUnknown
      ? { ...common, error: { code: -32_000, message: 'unknown block' } }
      : { ...common, result: [] };
  };
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
      response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('logs of a node that is behind', () => {
  it('are no empty answer for a block that it does not have', async () => {
    reader = new JsonRpcChainReader(await nodeThatIsBehind(), someAddress('c0'), 0);
    expect(await reader.logs([block(known)])).toEqual([]);
    await expect(reader.logs([block(known), block(unknown)])).rejects.toThrow('unknown block');
  });
});
