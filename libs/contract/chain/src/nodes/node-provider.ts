import {
  FetchRequest,
  type FetchResponse,
  type JsonRpcPayload,
  JsonRpcProvider,
  type JsonRpcResult,
  Network,
} from 'ethers';
import { asksTooMuch, isRateLimit, type NodeError, wordsOf } from './node-errors';
import { secretsOf } from './node-secrets';

const NODE_TIMEOUT_MS = 10_000;
/** Questions in one request, as long as the node takes so many. */
const BATCH_MAX = 64;
/** A node that limits the rate is asked again so often, after a pause that doubles. */
const TRIES_MAX = 4;
const PAUSE_MS = 250;
/** Never asked for: who needs the chain's id asks the node, and a node that is away must not hold up the others. */
const NO_NETWORK = new Network('unknown', 0n);

/** So much is said of an answer that is none. */
const SAID_LENGTH_MAX = 200;

/** A node didn't answer, or not as a node does. Says nothing of its address, which may hold a secret. */
export class NodeAnswerError extends Error {
  override readonly name = 'NodeAnswerError';
}

export interface NodeProviderOptions {
  /** For who signs transactions with it, and knows the chain; else it is never asked for. */
  readonly chainId?: number;
  readonly timeoutMs?: number;
}

type Answer = JsonRpcResult | { readonly id: number; readonly error: NodeError };

/**
 * An Ethereum JSON-RPC node as services ask it: each question goes to the node, and is given up after ten seconds. Ethers
 * itself answers from a cache of 250 ms, which would mix two states of the chain, and turns bodies into bytes and back one
 * character at a time. It asks for as much at once as the node takes, and waits when the node says that it was too often.
 */
export class NodeProvider extends JsonRpcProvider {
  #batchMax = BATCH_MAX;
  readonly #withoutSecrets: (text: string) => string;

  constructor(url: string, { chainId, timeoutMs = NODE_TIMEOUT_MS }: NodeProviderOptions = {}) {
    const hide = secretsOf(url);
    const request = new FetchRequest(url);
    request.timeout = timeoutMs;
    const network = chainId === undefined ? NO_NETWORK : Network.from(chainId);
    super(request, network, { cacheTimeout: -1, staticNetwork: network, batchMaxCount: BATCH_MAX });
    this.#withoutSecrets = hide;
  }

  /** How many questions go into one request at present. */
  get batchMax(): number {
    return this.#batchMax;
  }

  override async _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<JsonRpcResult[]> {
    const wanted = Array.isArray(payload) ? payload : [payload];
    const answers: Answer[] = [];
    while (answers.length < wanted.length) {
      const asked = wanted.slice(answers.length, answers.length + this.#batchMax);
      answers.push(...(await this.#answersTo(asked)));
    }
    return answers as JsonRpcResult[];
  }

  /** In the order of the questions. */
  async #answersTo(asked: readonly JsonRpcPayload[], tries = 0): Promise<readonly Answer[]> {
    const answers = await this.#post(asked);
    if (answers === 'too much') return this.#inHalves(asked, tries);
    const late = asked.filter((_, index) => isRateLimit(errorOf(answers[index])));
    if (late.length === 0 || tries === TRIES_MAX) return answers;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** tries));
    const again = await this.#answersTo(late, tries + 1);
    const byId = new Map(again.map((answer) => [answer.id, answer]));
    return answers.map((answer) => byId.get(answer.id) ?? answer);
  }

  async #inHalves(asked: readonly JsonRpcPayload[], tries: number): Promise<readonly Answer[]> {
    const half = Math.ceil(asked.length / 2);
    this.#batchMax = Math.min(this.#batchMax, half);
    const first = await this.#answersTo(asked.slice(0, half), tries);
    return [...first, ...(await this.#answersTo(asked.slice(half), tries))];
  }

  /** `too much`: the node takes no request that asks or answers so much; a single question gets its error. */
  async #post(asked: readonly JsonRpcPayload[]): Promise<readonly Answer[] | 'too much'> {
    const [only] = asked;
    const isOne = asked.length === 1;
    const request = this._getConnection();
    request.body = Buffer.from(JSON.stringify(isOne ? only : asked));
    request.setHeader('content-type', 'application/json');
    const response = await request.send().catch((error: unknown) => {
      throw new NodeAnswerError(this.#withoutSecrets(wordsOf(error)));
    });
    if (!isOne && TOO_LARGE.has(response.statusCode)) return 'too much';
    const said = this.#saidIn(response);
    if (isOne) return Array.isArray(said) ? said : [said];
    // Nodes refuse a request of many questions with one error for all, or leave out answers.
    if (!Array.isArray(said)) return 'too much';
    const byId = new Map(said.map((answer) => [answer.id, answer]));
    const answers = asked.flatMap(({ id }) => byId.get(id) ?? []);
    const isCut = answers.length < asked.length || answers.some((answer) => asksTooMuch(errorOf(answer)));
    return isCut ? 'too much' : answers;
  }

  #saidIn(response: FetchResponse): Answer | Answer[] {
    const text = Buffer.from(response.body ?? []).toString();
    const said = attempted(() => JSON.parse(text) as Answer | Answer[]);
    if (response.ok() && typeof said === 'object' && said !== null)
      return Array.isArray(said) ? said.map((one) => this.#shown(one)) : this.#shown(said);
    const { statusCode, statusMessage } = response;
    const words = this.#withoutSecrets(text).slice(0, SAID_LENGTH_MAX);
    throw new NodeAnswerError(`the node answers ${statusCode} ${statusMessage}: ${words}`);
  }

  /** Errors are told and logged; what they say of the chain is no text. */
  #shown(answer: Answer): Answer {
    const error = errorOf(answer);
    if (error?.message === undefined) return answer;
    return { id: answer.id, error: { ...error, message: this.#withoutSecrets(String(error.message)) } };
  }
}

function attempted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Bad request, payload too large. */
const TOO_LARGE: ReadonlySet<number> = new Set([400, 413]);

const errorOf = (answer: Answer | undefined): NodeError | undefined =>
  answer !== undefined && 'error' in answer ? answer.error : undefined;
