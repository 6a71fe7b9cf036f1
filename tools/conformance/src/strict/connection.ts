import { WebSocket } from 'ws';
import { ADDED_TENTHS, COMMAND_TENTHS } from './seed-tables';
import { Budget } from './budget';
import type { FrameJournal } from './journal';
import { layoutOf } from './event-layouts';

export type RawCommand = { readonly c: string } & Readonly<Record<string, unknown>>;

export interface CheckedPacket {
  readonly channel: string | 0;
  readonly event: string;
  readonly message: unknown;
  readonly rid: number | undefined;
}

export interface StrictOptions {
  /** The address that it comes from, where the machine has several. */
  readonly localAddress?: string | undefined;
  /** Connects with `?events=distinct`. */
  readonly distinct?: boolean;
  /** What follows the path instead. */
  readonly query?: string;
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** The exchange said no: an `e` packet with the request's id. */
class Refused extends Error {
  constructor(
    readonly command: string,
    readonly text: string,
  ) {
    super(`${command} was refused: ${text}`);
    this.name = 'Refused';
  }
}

const ANSWER_MS_MAX = 8_000;
/** Their answer comes when every trade that the signature would void is final. */
const WAITS_FOR_SETTLEMENT = new Set(['signOrderCancellation', 'signDelegationRemoval']);
const SETTLEMENT_MS_MAX = 60_000;
const SHOWN_MAX = 200;
const shown = (message: unknown): string => JSON.stringify(message).slice(0, SHOWN_MAX);

/** A websocket connection that refuses every packet which differs from the tables. */
export class StrictConnection {
  readonly packets: CheckedPacket[] = [];
  closed: Closed | undefined;
  readonly #budget = new Budget();
  readonly #waiting = new Set<() => void>();
  /** Commands that wait for their first packet, by their rid. */
  readonly #asked = new Map<number, string>();
  #lastRid = 0;

  private constructor(
    readonly socket: WebSocket,
    readonly journal: FrameJournal,
    readonly distinct: boolean,
  ) {
    socket.on('message', (data, isBinary) => {
      if (isBinary) journal.violation('a binary frame came');
      this.#take(String(data));
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#wake();
    });
  }

  /** Connects and waits for the config packet, which comes first. */
  static async open(
    url: string,
    journal: FrameJournal,
    options: StrictOptions = {},
  ): Promise<StrictConnection> {
    const { localAddress, distinct = false, query = distinct ? '?events=distinct' : '' } = options;
    const socket = new WebSocket(`${url}/ws/v1${query}`, {
      perMessageDeflate: false,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    const connection = new StrictConnection(socket, journal, distinct);
    journal.closers.push(() => connection.close());
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('error', () => undefined);
    await connection.until('the first packet', () => connection.packets.length > 0);
    return connection;
  }

  /** Sends a frame as it is. */
  raw(text: string | Buffer): void {
    this.socket.send(text);
  }

  /** Sends commands with a request id each, when the budgets allow; returns the ids. */
  async send(commands: readonly RawCommand[], account?: Budget): Promise<number[]> {
    const tenths = commands.reduce((sum, { c }) => sum + (COMMAND_TENTHS[c] ?? ADDED_TENTHS[c] ?? 0), 0);
    await this.#budget.spend(tenths);
    await account?.spend(tenths);
    const rids = commands.map(({ c }) => {
      this.#lastRid += 1;
      this.#asked.set(this.#lastRid, c);
      return this.#lastRid;
    });
    this.raw(JSON.stringify(commands.map((command, index) => ({ ...command, rid: rids[index] }))));
    return rids;
  }

  /** Sends one command and returns the first packet with its rid. */
  async answer(command: RawCommand, account?: Budget): Promise<CheckedPacket> {
    const [rid] = await this.send([command], account);
    const patience = WAITS_FOR_SETTLEMENT.has(command.c) ? SETTLEMENT_MS_MAX : ANSWER_MS_MAX;
    const first = () => this.packets.find((packet) => packet.rid === rid);
    await this.until(`the answer of ${command.c}`, () => first() !== undefined, patience);
    return first() as CheckedPacket;
  }

  /** Sends one command and returns its answer, the first packet with its rid: of this event, or Refused is thrown. */
  async call(command: RawCommand, event: string, account?: Budget): Promise<CheckedPacket> {
    const answer = await this.answer(command, account);
    if (answer.event === event) return answer;
    if (answer.event === 'e') throw new Refused(command.c, String(answer.message));
    throw new Error(`${command.c} was answered by ${answer.event} ${shown(answer.message)}, not by ${event}`);
  }

  /** The text with which a command is refused; throws when it isn't. */
  async refusal(command: RawCommand, account?: Budget): Promise<string> {
    const { event, message } = await this.answer(command, account);
    if (event !== 'e') throw new Error(`${command.c} was not refused: ${event} ${shown(message)}`);
    return String(message);
  }

  /** All packets so far that answer this request, in order. */
  answersTo(rid: number): CheckedPacket[] {
    return this.packets.filter((packet) => packet.rid === rid);
  }

  /** The first packet from this position on that fits. */
  async find(
    what: string,
    from: number,
    fits: (packet: CheckedPacket) => boolean,
    timeoutMs = ANSWER_MS_MAX,
  ): Promise<CheckedPacket> {
    let found: CheckedPacket | undefined;
    await this.until(what, () => (found = this.packets.slice(from).find(fits)) !== undefined, timeoutMs);
    return found as CheckedPacket;
  }

  /** Waits until something holds, looking again after each frame. */
  async until(what: string, holds: () => boolean, timeoutMs = ANSWER_MS_MAX): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (!holds()) {
      if (this.closed !== undefined) {
        throw new Error(`closed with ${this.closed.code} ${this.closed.reason} while waiting for ${what}`);
      }
      const left = end - Date.now();
      if (left <= 0) throw new Error(`no sign of ${what} within ${timeoutMs / 1000} s`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, left);
        const waiting = this.#waiting;
        function wake(): void {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        }
        waiting.add(wake);
      });
    }
  }

  async untilClosed(): Promise<Closed> {
    const end = Date.now() + ANSWER_MS_MAX;
    while (this.closed === undefined) {
      if (Date.now() > end) throw new Error('the connection was not closed');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.closed;
  }

  close(): void {
    this.socket.close();
  }

  #take(text: string): void {
    try {
      for (const packet of readFrame(text, this.distinct)) {
        this.packets.push(packet);
        this.journal.sawEvent(packet.channel, packet.event, packet.message);
        this.#noteAnswer(packet);
      }
    } catch (error) {
      this.journal.violation(`${(error as Error).message} in ${text.slice(0, 300)}`);
    }
    this.#wake();
  }

  #noteAnswer({ rid, event }: CheckedPacket): void {
    const command = rid === undefined ? undefined : this.#asked.get(rid);
    if (rid === undefined || command === undefined) return;
    this.#asked.delete(rid);
    this.journal.sawAnswer(command, event, this.distinct);
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}

/** Reads a server frame; throws on anything that the tables don't have. */
function readFrame(text: string, distinct: boolean): CheckedPacket[] {
  const frame: unknown = JSON.parse(text);
  if (!Array.isArray(frame)) throw new Error('a server frame must be an array');
  return frame.map((value: unknown): CheckedPacket => {
    if (!Array.isArray(value) || value.length < 3 || value.length > 4) {
      throw new Error('a packet must be [CHANNEL, EVENT_ID, MESSAGE, RID?]');
    }
    const [channel, event, message, rid] = value as unknown[];
    if (channel !== 0 && typeof channel !== 'string') throw new Error('CHANNEL must be a market id or 0');
    if (typeof event !== 'string') throw new Error('EVENT_ID must be a string');
    if (value.length === 4 && !Number.isSafeInteger(rid)) throw new Error('RID must be an unsigned integer');
    const layout = layoutOf(channel, event, distinct);
    if (layout === undefined) throw new Error(`no table has an event ${event} in channel ${channel}`);
    layout(message, event);
    return { channel, event, message, rid: value.length === 4 ? (rid as number) : undefined };
  });
}
