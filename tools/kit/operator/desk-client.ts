import { until } from '../until';

/** A refusal of the desk, or of the owner whom it asked. */
export class DeskError extends Error {
  override readonly name = 'DeskError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

/** An action with its fields. */
export interface AskedStep {
  readonly action: string;
  readonly content: object;
}

export interface ShownStep extends AskedStep {
  readonly effects: readonly Readonly<Record<string, string | number>>[];
  readonly people: 1 | 2;
}

export interface ShownDryRun {
  readonly steps: readonly ShownStep[];
  readonly people: 1 | 2;
}

/** An entry of the log, as the desk shows it. */
export interface ShownEntry {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly person: string;
  readonly [member: string]: unknown;
}

const DESK_MS_MAX = 30_000;
const WAIT_MS = 10_000;
const ENDED_MS_MAX = 60_000;

/** Undefined of what is no JSON, as the pages of proxies. */
async function jsonOf(response: Response): Promise<{ code?: string; message?: string } | undefined> {
  try {
    return (await response.json()) as { code?: string; message?: string };
  } catch {
    return undefined;
  }
}

/** One person at the desk of an exchange, over its API. */
export class DeskClient {
  constructor(
    private readonly url: string,
    private readonly token?: string,
  ) {}

  /** Asks for a path below `/api/v1`. Throws a {@link DeskError} when it is refused. A desk that starts is waited for. */
  async ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    let last = `no operator-gateway answers at ${this.url}`;
    const send = async () => {
      try {
        return await this.#send(method, path, body);
      } catch (error) {
        const { cause } = error as { cause?: { code?: string; message?: string } };
        // Nobody listens: nothing was sent.
        if (cause?.code === 'ECONNREFUSED') return undefined;
        if (!(error instanceof DeskError))
          throw new Error(`${this.url} can't be asked: ${cause?.message ?? String(error)}`, { cause: error });
        if (error.code !== 'UNAVAILABLE') throw error;
        // It, or the owner that it asked, isn't there yet: nothing was done.
        last = error.message;
        return undefined;
      }
    };
    const response = await until(send, {
      everyMs: 100,
      timeoutMs: DESK_MS_MAX,
      failure: () => last,
    });
    return response as T;
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}/api/v1/${path}`, {
      method,
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await jsonOf(response);
    if (response.ok && answer !== undefined) return answer;
    const { code = `HTTP ${response.status}`, message = `is ${this.url} the desk? It answers no JSON` } =
      answer ?? {};
    throw new DeskError(code, message);
  }

  dryRun(steps: readonly AskedStep[]): Promise<ShownDryRun> {
    return this.ask('POST', 'dry-run', { steps });
  }

  /** Orders steps, or proposes them where two people are needed. */
  async submit(steps: readonly AskedStep[], reason: string): Promise<readonly ShownEntry[]> {
    return (await this.ask<{ entries: ShownEntry[] }>('POST', 'orders', { steps, reason })).entries;
  }

  async judge(
    verdict: 'approve' | 'reject' | 'withdraw',
    proposal: number,
    reason: string,
  ): Promise<readonly ShownEntry[]> {
    const path = `proposals/${proposal}/${verdict}`;
    return (await this.ask<{ entries: ShownEntry[] }>('POST', path, { reason })).entries;
  }

  /** What came of the orders among entries; waits until their owners have answered. */
  async outcomes(entries: readonly ShownEntry[]): Promise<readonly ShownEntry[]> {
    const orders = entries.filter(({ kind }) => kind === 'ordered');
    const ended: ShownEntry[] = [];
    for (const { seq } of orders) {
      const outcome = async () => {
        const state = await this.ask<ShownEntry>('GET', `orders/${seq}?wait=${WAIT_MS}`);
        return state.kind === 'ordered' ? undefined : state;
      };
      ended.push(
        await until(outcome, {
          everyMs: 1,
          timeoutMs: ENDED_MS_MAX,
          failure: () =>
            `order ${seq} is in the log, and its owner has not answered; it is sent again until it does`,
        }),
      );
    }
    return ended;
  }
}
