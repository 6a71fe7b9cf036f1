import { WebSocket } from 'ws';
import { checkAnswer } from './answers';
import type { EventMode } from './events';
import { type ReadPacket, readFrame } from './read-packet';
import { Violation } from './readers';

export interface SeedCommand {
  readonly c: string;
  readonly [field: string]: unknown;
}

export interface ConnectionOptions {
  readonly mode?: EventMode | undefined;
  /** Nothing may come that the seed doesn't have: this client never asks for what was added. */
  readonly seedOnly?: boolean;
  /** The address that it comes from, where the machine has several. */
  readonly localAddress?: string | undefined;
  /** What follows the path instead of what the mode needs. */
  readonly query?: string | undefined;
  /** Offers the server to compress what it sends (default true). */
  readonly compressed?: boolean;
  /** Waits until commands may be sent. */
  readonly pace?: (commands: readonly SeedCommand[]) => Promise<void>;
  /** Told of every packet, and of what it answers. */
  readonly heard?: (packet: ReadPacket, command: SeedCommand | undefined) => void;
  /** Told of what the tables don't allow; without it the first such frame ends the connection. */
  readonly violated?: (violation: string) => void;
  /** Told of frames as they are. */
  readonly record?: { sent(frame: string): void; received(frame: string): void };
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** The exchange said no: an `e` packet with the request's id. */
export class Refused extends Error {
  constructor(readonly text: string) {
    super(text);
    this.name = 'Refused';
  }
}

const QUERIES: Readonly<Record<EventMode, string>> = { default: '', distinct: '?events=distinct' };
const PATIENCE_MS = 30_000;
/** Their answer comes when every trade that the signature would void is final. */
const WAITS_FOR_SETTLEMENT = ['signOrderCancellation', 'signMinimumNonce', 'signDelegationRemoval'];
const SETTLEMENT_MS_MAX = 60_000;
const patienceFor = (commands: readonly SeedCommand[]): number =>
  commands.some(({ c }) => WAITS_FOR_SETTLEMENT.includes(c)) ? SETTLEMENT_MS_MAX : PATIENCE_MS;
const shown = (message: unknown): string => JSON.stringify(message).slice(0, 200);

/**
 * A websocket connection that takes no packet which differs from the tables. What does ends it: whatever waits for it,
 * now or later, fails by the violation, and `close` throws it; or `violated` is told instead.
 */
export class SeedConnection {
  readonly packets: ReadPacket[] = [];
  closed: Closed | undefined;
  readonly #waiting = new Set<() => void>();
  /** Commands by their rid; those that had their first packet, too. */
  readonly #asked = new Map<number, { readonly command: SeedCommand; isAnswered: boolean }>();
  /** Frames with rids of their own were sent. */
  #isRaw = false;
  #lastRid = 0;
  #violation: Error | undefined;

  private constructor(
    readonly socket: WebSocket,
    readonly options: ConnectionOptions,
  ) {
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#fail(new Violation('frame', 'text', 'a binary frame'));
      this.#receive(data.toString());
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#wake();
    });
  }

  /** Connects to the websocket root, and waits for the first packet: the configuration, or why there is none. */
  static async open(ws: string, options: ConnectionOptions = {}): Promise<SeedConnection> {
    const { localAddress, mode = 'default', query = QUERIES[mode], compressed = true } = options;
    const socket = new WebSocket(`${ws}/ws/v1${query}`, {
      perMessageDeflate: compressed,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    const connection = new SeedConnection(socket, options);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('error', () => undefined);
    await connection.until('the first packet', () => connection.packets.length > 0);
    return connection;
  }

  get mode(): EventMode {
    return this.options.mode ?? 'default';
  }

  /** Sends a frame as it is. */
  sendText(frame: string | Buffer): void {
    this.#isRaw = true;
    this.#send(frame);
  }

  /** Sends commands in one frame, with a request id each; returns the ids. */
  async send(...commands: readonly SeedCommand[]): Promise<number[]> {
    await this.options.pace?.(commands);
    const rids = commands.map((command) => {
      this.#lastRid += 1;
      this.#asked.set(this.#lastRid, { command, isAnswered: false });
      return this.#lastRid;
    });
    this.#send(JSON.stringify(commands.map((command, index) => ({ ...command, rid: rids[index] }))));
    return rids;
  }

  /** Sends a command; the first packet that answers it. */
  async ask(command: SeedCommand, waitMs?: number): Promise<ReadPacket> {
    const [answer] = await this.askTogether([command], waitMs);
    return answer as ReadPacket;
  }

  /** Sends commands in one frame; the first packet that answers each. */
  async askTogether(commands: readonly SeedCommand[], waitMs = patienceFor(commands)): Promise<ReadPacket[]> {
    const from = this.packets.length;
    const rids = await this.send(...commands);
    const first = (rid: number) =>
      this.find(
        `an answer to ${commandText(this.#asked.get(rid)?.command)}`,
        from,
        (packet) => packet.rid === rid,
        waitMs,
      );
    return Promise.all(rids.map(first));
  }

  /** Sends a command; its answer, which must be of this event, or Refused is thrown. */
  async call(command: SeedCommand, event: string, waitMs?: number): Promise<ReadPacket> {
    const answer = await this.ask(command, waitMs);
    if (answer.event === event) return answer;
    if (answer.name === 'error') throw new Refused(`${command.c} was refused: ${answer.read}`);
    throw new Error(`${command.c} was answered by ${answer.event} ${shown(answer.message)}, not by ${event}`);
  }

  /** The message of the answer, which must be of this event. */
  async answer(command: SeedCommand, event: string, waitMs?: number): Promise<unknown> {
    return (await this.call(command, event, waitMs)).message;
  }

  /** The text with which a command is refused; throws when it isn't. */
  async refusal(command: SeedCommand): Promise<string> {
    const answer = await this.ask(command);
    if (answer.name === 'error') return answer.read;
    throw new Error(`${command.c} was not refused: ${answer.event} ${shown(answer.message)}`);
  }

  /** All packets so far that answer this request, in order. */
  answersTo(rid: number): ReadPacket[] {
    return this.packets.filter((packet) => packet.rid === rid);
  }

  /** The first packet, past or to come, from this position on that fits. */
  async find(
    what: string,
    from: number,
    fits: (packet: ReadPacket) => boolean,
    waitMs = PATIENCE_MS,
  ): Promise<ReadPacket> {
    let next = from;
    let found: ReadPacket | undefined;
    const look = () => {
      while (found === undefined && next < this.packets.length) {
        const packet = this.packets[next] as ReadPacket;
        next += 1;
        if (fits(packet)) found = packet;
      }
      return found !== undefined;
    };
    await this.until(what, look, waitMs);
    return found as unknown as ReadPacket;
  }

  /** Waits until something holds, looking again after each frame. */
  async until(what: string, holds: () => boolean, waitMs = PATIENCE_MS): Promise<void> {
    const end = performance.now() + waitMs;
    while (!holds()) {
      if (this.#violation !== undefined) throw this.#violation;
      if (this.closed !== undefined) {
        throw new Error(
          `closed with code ${this.closed.code} ${this.closed.reason} while waiting for ${what}`,
        );
      }
      const left = end - performance.now();
      if (left <= 0) throw new Error(`no sign of ${what} within ${waitMs / 1000} s`);
      await this.#nextFrame(left);
    }
    if (this.#violation !== undefined) throw this.#violation;
  }

  async untilClosed(waitMs = PATIENCE_MS): Promise<Closed> {
    const end = performance.now() + waitMs;
    while (this.closed === undefined) {
      if (performance.now() > end) throw new Error('the connection was not closed');
      await this.#nextFrame(end - performance.now());
    }
    return this.closed;
  }

  /** Throws what ended the connection before, if a violation did. */
  close(): void {
    this.socket.close();
    if (this.#violation !== undefined) throw this.#violation;
  }

  #send(frame: string | Buffer): void {
    this.options.record?.sent(String(frame));
    this.socket.send(frame);
  }

  #receive(frame: string): void {
    this.options.record?.received(frame);
    try {
      for (const packet of readFrame(frame, { mode: this.mode, seedOnly: this.options.seedOnly }))
        this.#take(packet);
    } catch (error) {
      this.#fail(error as Error, frame);
    }
    this.#wake();
  }

  #take(packet: ReadPacket): void {
    const isFirst = this.packets.length === 0;
    const mayBeRefused = isFirst && packet.name === 'error' && this.options.seedOnly !== true;
    if (isFirst !== (packet.name === 'config') && !mayBeRefused) {
      throw new Violation('packet', 'the configuration first and once', packet.event);
    }
    this.packets.push(packet);
    const asked = packet.rid === undefined ? undefined : this.#asked.get(packet.rid);
    const answers = asked?.isAnswered === false ? asked.command : undefined;
    this.options.heard?.(packet, answers);
    if (packet.rid !== undefined && asked === undefined && !this.#isRaw) {
      throw new Violation('rid', 'that of a command', packet.rid);
    }
    if (asked?.isAnswered === true && packet.name === 'error' && !this.#isRaw) {
      throw new Violation('error', 'no failure after an answer', packet.message);
    }
    if (asked === undefined || answers === undefined) return;
    asked.isAnswered = true;
    checkAnswer(answers.c, packet);
  }

  #fail(violation: Error, frame = ''): void {
    if (this.options.violated !== undefined) {
      this.options.violated(`${violation.message} in ${frame.slice(0, 300)}`);
      return;
    }
    this.#violation ??= violation;
    this.socket.terminate();
  }

  #nextFrame(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, waitMs);
      this.#waiting.add(wake);
    });
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}

const commandText = (command: SeedCommand | undefined): string => JSON.stringify(command).slice(0, 300);
