import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonRpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export type JsonRpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

type AnswerTo = (call: JsonRpcCall) => JsonRpcAnswer | Promise<JsonRpcAnswer>;

export interface JsonRpcNode {
  readonly url: string;
  stop(): void;
}

export interface JsonRpcNodeOptions {
  /** It takes so many questions in one request. */
  readonly batchMax?: number | undefined;
  /** In hex; of a development chain if not given. Empty: what the test has it say. */
  readonly chainId?: string;
  /** With which each HTTP answer comes. */
  readonly status?: number;
}

/** A node that says what a test has it say, for what no real one can be made to do. */
export async function startJsonRpcNode(
  answerTo: AnswerTo,
  { batchMax = Infinity, chainId = '0x7a69', status = 200 }: JsonRpcNodeOptions = {},
): Promise<JsonRpcNode> {
  const answer = async (call: JsonRpcCall) => ({
    ...{ jsonrpc: '2.0', id: call.id },
    ...(call.method === 'eth_chainId' && chainId ? { result: chainId } : await answerTo(call)),
  });
  const answerAll = async (calls: JsonRpcCall | JsonRpcCall[]): Promise<unknown> => {
    if (!Array.isArray(calls)) return answer(calls);
    if (calls.length <= batchMax) return Promise.all(calls.map(answer));
    return { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'batch too large' } };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(chunks).toString()) as JsonRpcCall | JsonRpcCall[];
      void answerAll(calls).then((said) => response.writeHead(status).end(JSON.stringify(said)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
