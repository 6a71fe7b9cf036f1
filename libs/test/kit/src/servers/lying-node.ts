import { type JsonRpcAnswer, type JsonRpcCall, type JsonRpcNode, startJsonRpcNode } from './json-rpc-node';

/** What a node makes of a question: `truth` is what the real node answers. */
export type Lie = (
  call: JsonRpcCall,
  truth: () => Promise<JsonRpcAnswer>,
) => JsonRpcAnswer | Promise<JsonRpcAnswer>;

export interface LyingNode extends JsonRpcNode {
  /** What it says from now on; undefined: the truth. */
  lie: Lie | undefined;
  /** The real node, which may be exchanged for one of another chain. */
  target: string;
  /** Every question since the start. */
  readonly asked: readonly JsonRpcCall[];
}

const UNAVAILABLE = -32_000;

/** A node before a real one (`target`) that passes on questions and answers, as long as it isn't told to lie. */
export async function startLyingNode(target: string, batchMax?: number): Promise<LyingNode> {
  const asked: JsonRpcCall[] = [];
  const node = await startJsonRpcNode(
    async (call) => {
      asked.push(call);
      const truth = () => passedOn(lying.target, call);
      return lying.lie ? lying.lie(call, truth) : truth();
    },
    { batchMax },
  );
  const lying: LyingNode = { ...node, asked, target, lie: undefined };
  return lying;
}

/** What the real node answers; an error when it doesn't, as those say who stand before one that is down. */
async function passedOn(target: string, { method, params }: JsonRpcCall): Promise<JsonRpcAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(target, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: never };
    return error === undefined ? { result } : { error };
  } catch (error) {
    return { error: { code: UNAVAILABLE, message: `the node behind is unavailable: ${String(error)}` } };
  }
}

/** The lie is told for the first `count` questions of this method, the truth for all others. */
export function onlyFirst(count: number, method: string, answer: (truth: unknown) => unknown): Lie {
  let left = count;
  return async (call, truth) => {
    const told = await truth();
    if (call.method !== method || left === 0 || !('result' in told)) return told;
    left -= 1;
    return { result: answer(told.result) };
  };
}
