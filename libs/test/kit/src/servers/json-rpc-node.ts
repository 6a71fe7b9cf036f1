import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonRpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export type JsonRpcAnswer =
  { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

export interface JsonRpcNode {
  readonly url: string;
  stop(): void;
}

/** A node of chain 31337 that says what a test has it say, for what no real one can be made to do. */
export async function startJsonRpcNode(answerTo: (call: JsonRpcCall) => JsonRpcAnswer): Promise<JsonRpcNode> {
  const answer = (call: JsonRpcCall) => ({
    ...{ jsonrpc: '2.0', id: call.id },
    ...(call.method === 'eth_chainId' ? { result: '0x7a69' } : answerTo(call)),
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(chunks).toString()) as JsonRpcCall | JsonRpcCall[];
      response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
