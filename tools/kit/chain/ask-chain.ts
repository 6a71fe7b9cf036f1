import { withoutSecrets } from '@exchange/core/kernel';

const ANSWER_MS_MAX = 30_000;

/** What a chain's node answers to a question whose answer is a text. Throws if it can't be asked or says no. */
export async function askChain(url: string, method: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const { result } = (await response.json()) as { result?: unknown };
  if (typeof result !== 'string')
    throw new Error(`the chain at ${withoutSecrets(url)} has no answer to ${method}`);
  return result;
}
