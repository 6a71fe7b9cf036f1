import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NodeCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export type NodeSays =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** What becomes of one question: `cut` ends the connection without an answer. */
export type Treatment = (call: NodeCall) => Promise<NodeSays | 'cut'>;

const JSON_TYPE = { 'content-type': 'application/json' };
const PARSE_ERROR = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'no JSON-RPC' } };

/** Stands before a chain's node: each question goes through a treatment, which asks the node itself or doesn't. */
export class NodeFront {
  readonly #server: Server;
  readonly #treatment: Treatment;

  private constructor(treatment: Treatment) {
    this.#treatment = treatment;
    this.#server = createServer((request, response) => {
      // Whoever asked may be gone before the answer, and the node before the question.
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** Listens on a free port of this machine. */
  static async open(treatment: Treatment): Promise<NodeFront> {
    const front = new NodeFront(treatment);
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answers = await this.#answersTo(await bodyOf(request));
    if (answers === 'cut') response.destroy();
    else response.writeHead(200, JSON_TYPE).end(JSON.stringify(answers));
  }

  async #answersTo(body: string): Promise<unknown> {
    const asked = parsed(body);
    if (asked === undefined) return PARSE_ERROR;
    if (!Array.isArray(asked)) return this.#answerTo(asked);
    const answers = await Promise.all(asked.map((call) => this.#answerTo(call)));
    return answers.includes('cut') ? 'cut' : answers;
  }

  async #answerTo(call: NodeCall): Promise<unknown> {
    const said = await this.#treatment(call);
    return said === 'cut' ? said : { jsonrpc: '2.0', id: call.id, ...said };
  }
}

/** Asks the node at a URL. Rejects when it doesn't answer. */
export async function askNode(url: string, method: string, params: readonly unknown[]): Promise<NodeSays> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body });
  const { result, error } = (await response.json()) as { result?: unknown; error?: never };
  return error === undefined ? { result } : { error };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parsed(body: string): NodeCall | NodeCall[] | undefined {
  try {
    return JSON.parse(body) as NodeCall | NodeCall[];
  } catch {
    return undefined;
  }
}
