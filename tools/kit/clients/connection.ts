import { loginMessage } from '@exchange/client';
import { WebSocket } from 'ws';
import type { LoadKey } from './load-key';

/** A server's packet as it is: channel, event, message, and the rid of the command that it belongs to. */
export type HeardPacket = readonly [channel: unknown, event: string, message: unknown, rid?: number];

/** Rids above all of orders and cancels, which are numbered from 0. */
const FIRST_OWN_RID = 2 ** 40;
const ANSWER_MS_MAX = 15_000;

const CODE = /^([A-Z][A-Z_]+): /;

/** The code at the head of what an error packet says. */
export const codeOf = (text: string): string => CODE.exec(text)?.[1] ?? 'UNKNOWN_ERROR';

/** A command that the exchange refused. */
export class RefusedCommand extends Error {
  /** What it was refused with, such as `UNAVAILABLE`. */
  readonly code: string;

  constructor(command: string, text: string) {
    super(`${command} was refused: ${text}`);
    this.code = codeOf(text);
  }
}

interface Waiting {
  resolve(packet: HeardPacket): void;
  reject(error: Error): void;
}

/**
 * One connection to the websocket interface that costs as little as it can: frames go out as they were made, and what
 * comes is read and handed on.
 */
export class LoadConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #nextRid = FIRST_OWN_RID;
  #hear: (packet: HeardPacket) => void = () => undefined;
  #first: Waiting | undefined;
  /** Why it was closed; undefined while it is open. */
  closed: string | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      for (const packet of JSON.parse(data.toString()) as HeardPacket[]) this.#receive(packet);
    });
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      this.closed = `${code} ${reason.toString()}`.trim();
      const gone = new Error(`the connection was closed: ${this.closed}`);
      this.#first?.reject(gone);
      for (const { reject } of this.#waiting.values()) reject(gone);
      this.#waiting.clear();
    });
  }

  /** Connects; resolves with the connection and its first packet's message, the configuration. */
  static async open(ws: string): Promise<{ connection: LoadConnection; config: unknown }> {
    const socket = new WebSocket(`${ws}/ws/v1?events=distinct`, { perMessageDeflate: false });
    const connection = new LoadConnection(socket);
    const late = setTimeout(() => {
      socket.terminate();
    }, ANSWER_MS_MAX);
    const first = await new Promise<HeardPacket>((resolve, reject) => {
      connection.#first = { resolve, reject };
    }).finally(() => {
      clearTimeout(late);
    });
    if (first[1] !== 'c') throw new Error(`the exchange at ${ws} says: ${JSON.stringify(first[2])}`);
    return { connection, config: first[2] };
  }

  /** Is told of every packet that answers no question of {@link ask}. */
  onPacket(hear: (packet: HeardPacket) => void): void {
    this.#hear = hear;
  }

  /** Sends a frame as it is. */
  send(frame: string): void {
    this.#socket.send(frame);
  }

  /** Sends a command and waits for its answer, which must be one of `events`. Throws what it was refused with. */
  async ask(command: { readonly c: string }, ...events: string[]): Promise<unknown> {
    if (this.closed !== undefined) throw new Error(`the connection was closed: ${this.closed}`);
    const rid = this.#nextRid++;
    const answer = await new Promise<HeardPacket>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(rid);
        reject(new Error(`${command.c} was not answered within ${ANSWER_MS_MAX / 1000} s`));
      }, ANSWER_MS_MAX);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          how(value);
        };
      this.#waiting.set(rid, { resolve: settle(resolve), reject: settle(reject) });
      this.send(JSON.stringify([{ ...command, rid }]));
    });
    if (answer[1] === 'e') throw new RefusedCommand(command.c, String(answer[2]));
    if (!events.includes(answer[1]))
      throw new Error(`${command.c} was answered: ${JSON.stringify(answer[2])}`);
    return answer[2];
  }

  /** Logs in with the account's own key. `exchange`: its name in the configuration. */
  async login(key: LoadKey, exchange: string, nonce: number): Promise<void> {
    const message = loginMessage(exchange, nonce);
    await this.ask(
      { c: 'authenticate', message, nonce, signature: key.message(message) } as { c: string },
      'auth',
    );
  }

  close(): void {
    this.#socket.close();
  }

  #receive(packet: HeardPacket): void {
    if (this.#first !== undefined) {
      const { resolve } = this.#first;
      this.#first = undefined;
      resolve(packet);
      return;
    }
    const rid = packet[3];
    const waiting = rid === undefined ? undefined : this.#waiting.get(rid);
    if (waiting === undefined || rid === undefined) {
      this.#hear(packet);
      return;
    }
    this.#waiting.delete(rid);
    waiting.resolve(packet);
  }
}
