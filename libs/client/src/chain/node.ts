import type { Wallet } from '../signing/signers';

/** What a node refused: `code` and `data` as JSON-RPC has them. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';

  constructor(
    method: string,
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(`${method}: ${message}`);
  }
}

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const TIMEOUT_MS = 30_000;

/** A node of the chain by its address (JSON-RPC over HTTP). Rejects with NodeRefusal, and with what the network says. */
export function nodeAt(url: string, timeoutMs = TIMEOUT_MS): Wallet {
  let id = 0;
  return {
    async request({ method, params = [] }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = await answerIn(response, method);
      if (answer.error === undefined) return answer.result;
      throw new NodeRefusal(method, answer.error.code, answer.error.message, answer.error.data);
    },
  };
}

/** Nodes give refusals with any status; what is no JSON comes from what stands before them. */
async function answerIn(response: Response, method: string): Promise<RpcAnswer> {
  try {
    return (await response.json()) as RpcAnswer;
  } catch (cause) {
    throw new Error(`${method} was answered with status ${response.status} and no JSON`, { cause });
  }
}
