import { isRateLimit } from '@exchange/contract/chain';
import { withoutSecrets } from '@exchange/core/kernel';

/** One question to a node of the chain, or to a wallet: what `request` of EIP-1193 takes, and what it answers. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** What a node answered instead of a result. `data`: what a refused call returned, 0x and hex digits. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError';
  constructor(
    message: string,
    readonly data?: string,
  ) {
    super(message);
  }
}

/** The node said nothing of the question: asked again, or another one, it may. */
export class NoAnswerError extends RpcError {
  override readonly name = 'NoAnswerError';
}

const ANSWER_MS_MAX = 30_000;

/** Asks a node by JSON-RPC over HTTP. Errors say its host, not its address, which may hold a key. */
export function httpRpc(url: string): Rpc {
  if (!URL.canParse(url))
    throw new Error('the address of the node is no URL: it must be like https://host/…');
  const node = `the node at ${withoutSecrets(url)}`;
  let id = 0;
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params });
    const headers = { 'content-type': 'application/json' };
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      });
    } catch (error) {
      throw new NoAnswerError(`${node} doesn't answer: ${reasonOf(error)}`);
    }
    const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
    if (answer?.error !== undefined) throw errorOf(answer.error);
    if (!response.ok || answer?.result === undefined) {
      throw new NoAnswerError(`${node} answers ${response.status} and no result to ${method}`);
    }
    return answer.result;
  };
}

/** Asks a wallet. Its errors have the same members as a node's. */
export function walletRpc(wallet: {
  request(question: { method: string; params: readonly unknown[] }): Promise<unknown>;
}): Rpc {
  return async (method, params) => {
    try {
      return await wallet.request({ method, params });
    } catch (error) {
      throw errorOf(error as NodeError);
    }
  };
}

interface Answer {
  readonly result?: unknown;
  readonly error?: NodeError;
}

interface NodeError {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

function errorOf(error: NodeError): RpcError {
  const { message = 'no reason given', data } = error;
  return isRateLimit(error) ? new NoAnswerError(message) : new RpcError(message, hexIn(data));
}

/** Nodes and wallets put what a call returned at different depths. */
function hexIn(data: unknown): string | undefined {
  if (typeof data === 'string') return /0x[0-9a-f]*/i.exec(data)?.[0];
  if (typeof data !== 'object' || data === null) return undefined;
  const { data: inner, originalError } = data as { data?: unknown; originalError?: { data?: unknown } };
  return hexIn(inner ?? originalError?.data);
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
