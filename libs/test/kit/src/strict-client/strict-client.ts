import { WebSocket } from 'ws';
import { type Answer, checkAnswer, type DocumentedCommand } from './answers';
import type { DocumentedEvent, Message, EventMode } from './events';
import { type ReadPacket, type PacketOf, readFrame } from './read-packet';
import { type Read, Violation } from './readers';
import type { config } from './objects';

/** Longer than a trade takes to be final, which some signatures wait for. */
const WAIT_MS_MAX = 60_000;
const PATHS: Readonly<Record<EventMode, string>> = { default: '/ws/v1', distinct: '/ws/v1?events=distinct' };

/** The server's `error` packet for a command. */
export class Refused extends Error {}

interface Command<C extends DocumentedCommand = DocumentedCommand> {
  readonly c: C;
  readonly [field: string]: unknown;
}

interface Call {
  readonly command: Command;
  resolve(message: unknown): void;
  reject(error: Error): void;
}

/**
 * A client as others wrote it from the interface's description in 2020: it knows the tables and nothing else. The first
 * packet with a command's rid settles the command's promise. The first violation ends it: every promise, open or to
 * come, is rejected with it, and `close` throws it.
 */
export class StrictClient {
  /** All that was received, for who looks for a push. */
  readonly packets: ReadPacket[] = [];
  readonly #socket: WebSocket;
  readonly #calls = new Map<number, Call | 'settled'>();
  readonly #listeners = new Set<() => void>();
  #end: Error | undefined;
  #rid = 0;

  private constructor(
    socket: WebSocket,
    readonly mode: EventMode,
  ) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(data.toString()));
    socket.on('error', (error) => this.#endWith(error));
    socket.on('close', (code) => this.#endWith(new Error(`closed with code ${code}`)));
  }

  /** Connects to the websocket root, and waits for the configuration. */
  static async open(ws: string, mode: EventMode): Promise<StrictClient> {
    const client = new StrictClient(new WebSocket(`${ws}${PATHS[mode]}`), mode);
    await client.told('config', () => true);
    return client;
  }

  get config(): Read<typeof config> {
    return (this.packets[0] as PacketOf<'config'>).message;
  }

  /** Sends a command; its answer, or a Refused. */
  async call<C extends DocumentedCommand>(
    c: C,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer<C>> {
    const [answer] = this.frame({ ...fields, c });
    return answer as Promise<Answer<C>>;
  }

  /** Sends commands in one frame; their answers. */
  frame(...commands: readonly Command[]): Promise<unknown>[] {
    const first = this.#rid + 1;
    const calls = commands.map((command) => this.#promise(command));
    if (this.#end === undefined) {
      this.#socket.send(
        JSON.stringify(commands.map((command, index) => ({ ...command, rid: first + index }))),
      );
    }
    return calls;
  }

  /** The first message of this event, past or to come, that is the one; from the packet with index `from` on. */
  async told<N extends DocumentedEvent>(
    event: N,
    isIt: (message: Message<N>, packet: PacketOf<N>) => boolean,
    from = 0,
  ): Promise<Message<N>> {
    let next = from;
    const found = (): PacketOf<N> | undefined => {
      while (next < this.packets.length) {
        const packet = this.packets[next] as PacketOf<N>;
        next += 1;
        if (packet.event === event && isIt(packet.message, packet)) return packet;
      }
      return undefined;
    };
    return this.#waited(`no ${event}`, () => found()?.message);
  }

  /** Throws what ended the connection before, if anything did. */
  close(): void {
    const end = this.#end;
    this.#end ??= new Error('closed');
    this.#socket.close();
    if (end !== undefined) throw end;
  }

  #promise(command: Command): Promise<unknown> {
    const rid = (this.#rid += 1);
    let call: Call | undefined;
    const promise = new Promise((resolve, reject) => {
      call = { command, resolve, reject };
      this.#calls.set(rid, call);
    });
    if (this.#end !== undefined) call?.reject(this.#end);
    return this.#within(`no answer to ${JSON.stringify(command)}`, promise);
  }

  #waited<T>(what: string, look: () => T | undefined): Promise<T> {
    let listener: () => void = () => undefined;
    const promise = new Promise<T>((resolve, reject) => {
      listener = () => {
        const found = look();
        if (found !== undefined) resolve(found);
        else if (this.#end !== undefined) reject(this.#end);
      };
      this.#listeners.add(listener);
      listener();
    });
    return this.#within(what, promise).finally(() => this.#listeners.delete(listener));
  }

  #within<T>(what: string, promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what} within ${WAIT_MS_MAX / 1000} s`)), WAIT_MS_MAX);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }

  #receive(frame: string): void {
    try {
      for (const packet of readFrame(frame, this.mode)) {
        if ((this.packets.length === 0) !== (packet.event === 'config')) {
          throw new Violation('packet', 'the configuration first and once', packet.event);
        }
        this.packets.push(packet);
        if (packet.rid !== undefined) this.#settle(packet, packet.rid);
      }
    } catch (error) {
      this.#endWith(error as Error);
      this.#socket.terminate();
    }
    for (const listener of this.#listeners) listener();
  }

  #settle(packet: ReadPacket, rid: number): void {
    const call = this.#calls.get(rid);
    if (call === undefined) throw new Violation('rid', 'that of a command', rid);
    if (call === 'settled') {
      if (packet.event === 'error')
        throw new Violation('error', 'no failure after an answer', packet.message);
      return;
    }
    if (packet.event === 'error') call.reject(new Refused(packet.message));
    else {
      checkAnswer(call.command.c, packet);
      call.resolve(packet.message);
    }
    this.#calls.set(rid, 'settled');
  }

  #endWith(error: Error): void {
    this.#end ??= error;
    for (const call of this.#calls.values()) if (call !== 'settled') call.reject(this.#end);
    this.#calls.clear();
  }
}
