/** What a node says when it doesn't do what was asked (JSON-RPC 2.0, error object). */
export interface NodeError {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

/** Codes and words of geth, erigon, nethermind, anvil and the usual providers. */
const RATE_CODES: ReadonlySet<number> = new Set([429, -32_005, -32_029, -32_097]);
const RATE_WORDS =
  /rate.?limit|too many requests|request limit|exceeded.*(capacity|compute|per second)|throttl/i;
const SIZE_WORDS =
  /batch.*(large|limit|size|many)|response.*(too (large|big)|size)|(block )?range.*(large|wide|limit|exceed|many)|exceeds? (the )?(max|range|limit)|limited to|more than \d+ (results|logs|blocks)|query returned more/i;
/** It doesn't know, which another node may: nothing of it is an answer of the chain. */
const LACK_WORDS =
  /header not found|unknown block|block not found|missing trie node|state.*(not available|unavailable|pruned)|pruned|not synced|still syncing|out ?of ?range|historical|timeout|timed out|internal error|unavailable|unauthori[sz]ed|forbidden|method not found|does not exist|not supported/i;

/** Asked too often: the same question will do after a pause. */
export const isRateLimit = (error: NodeError | undefined): boolean =>
  error !== undefined &&
  !asksTooMuch(error) &&
  (RATE_CODES.has(error.code ?? 0) || RATE_WORDS.test(error.message ?? ''));

/** Asked for too much at once: a smaller question will do. */
export const asksTooMuch = (error: NodeError | undefined): boolean => SIZE_WORDS.test(error?.message ?? '');

/** The error object inside what ethers throws; undefined when the node didn't answer at all. */
export function nodeErrorOf(error: unknown): NodeError | undefined {
  const { info, error: inner } = (error ?? {}) as { info?: { error?: NodeError }; error?: NodeError };
  return info?.error ?? inner;
}

/**
 * Whether an error is what the chain says of the question, as a revert or the refusal of a transaction is, and not that
 * this node can't answer it. Ethers calls both CALL_EXCEPTION.
 */
export function isChainsAnswer(error: unknown): boolean {
  const said = nodeErrorOf(error);
  if (said === undefined) return false;
  if (said.code === 3 || typeof said.data === 'string') return true;
  const words = said.message ?? '';
  return !isRateLimit(said) && !asksTooMuch(said) && !LACK_WORDS.test(words);
}

/** What to say of an error; some of the network have no text but a code. */
export function wordsOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: string };
  return message || code || String(error);
}
