import { decodePacket, type ServerPacket } from '@exchange/core/wire';
import { type Timers, systemTimers } from '../timers';
import { LinePauses, BACKOFF_MS, type BackoffMs } from './line-pauses';
import { openDoor, type Turnstile } from './one-tab';
import { Silence, SILENCE_MS, type SilenceMs } from './silence';
import { globalSocket, type Socket, type SocketConstructor } from './socket';
import type { ConnectionState } from './state';

export interface ServerOptions {
  /** Root of the websocket interface, e.g. `wss://api.example.org`. */
  readonly url: string;
  /** Needed where there is no global WebSocket: the class of the package `ws`. */
  readonly socket?: SocketConstructor;
  readonly backoffMs?: BackoffMs;
  readonly silenceMs?: SilenceMs;
  /** Books with a sequence and a checksum (the default), or line by line. */
  readonly books?: 'sequenced' | 'plain';
  /** In browsers `oneTab(navigator.locks, …)`, so that one tab connects. */
  readonly turnstile?: Turnstile;
  readonly timers?: Timers;
}

/** What a connection tells its owner. */
export interface ConnectionEvents {
  packet(packet: ServerPacket): void;
  /** All packets of a frame were told. */
  framed(): void;
  /** Nothing was heard for long: the server is to be asked for anything. */
  silent(): void;
  /** The line is lost; `retryInMs` is undefined when it was closed on purpose. */
  lost(retryInMs: number | undefined): void;
  /** The server sent something that can't be read. */
  fault(error: unknown): void;
  state(state: ConnectionState): void;
}

const PATH = '/ws/v1?events=distinct';
/** A line that neither opens nor fails for so long is given up. */
const OPENING_MS_MAX = 10_000;

/** A websocket that is opened again, with growing pauses, until it is closed on purpose. */
export class ServerConnection {
  state: ConnectionState = { kind: 'closed', retryInMs: undefined };
  readonly #timers: Timers;
  readonly #backoff: LinePauses;
  #socket: Socket | undefined;
  #silence: Silence | undefined;
  #stopTimer: () => void = () => undefined;
  #giveUpPlace: (() => void) | undefined;
  #isOpen = false;

  constructor(
    private readonly options: ServerOptions,
    private readonly events: ConnectionEvents,
  ) {
    this.#timers = options.timers ?? systemTimers;
    this.#backoff = new LinePauses(options.backoffMs ?? BACKOFF_MS, Math.random);
  }

  open(): void {
    if (this.#giveUpPlace !== undefined) return;
    // The place may be free at once.
    this.#giveUpPlace = () => undefined;
    this.#giveUpPlace = (this.options.turnstile ?? openDoor)(() => this.#connect());
  }

  /** Sends a frame; false while there is no connection. */
  send(frame: string): boolean {
    if (!this.#isOpen || this.#socket === undefined) return false;
    this.#socket.send(frame);
    return true;
  }

  /** The new line is what the last one was. */
  ready(): void {
    this.#backoff.ready(this.#timers.now());
    this.#enter({ kind: 'ready' });
  }

  close(): void {
    this.#giveUpPlace?.();
    this.#giveUpPlace = undefined;
    this.#stopTimer();
    if (this.#socket !== undefined) this.#end(this.#socket);
    else this.#enter({ kind: 'closed', retryInMs: undefined });
  }

  /** Connects anew after `seconds`, as the server asks before an upgrade. */
  drain(seconds: number, text: string): void {
    this.reopenIn(seconds);
    this.#enter({ kind: 'draining', reconnectInMs: seconds * 1000, text });
  }

  /** Gives this line up after `seconds`, and connects anew. */
  reopenIn(seconds: number): void {
    const socket = this.#socket;
    this.#stopTimer();
    if (socket !== undefined) this.#stopTimer = this.#timers.after(seconds * 1000, () => this.#end(socket));
  }

  #connect(): void {
    const constructor = this.options.socket ?? globalSocket();
    const books = this.options.books === 'plain' ? '' : '&books=sequenced';
    const socket = new constructor(`${this.options.url.replace(/\/+$/, '')}${PATH}${books}`);
    this.#socket = socket;
    this.#enter({ kind: 'connecting' });
    this.#stopTimer = this.#timers.after(OPENING_MS_MAX, () => this.#end(socket));
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }: { data: unknown }) => this.#receive(data);
    // An error is always followed by a close, which is where it is dealt with.
    socket.onerror = () => undefined;
    socket.onclose = () => this.#ended();
  }

  #opened(): void {
    this.#stopTimer();
    this.#isOpen = true;
    this.#backoff.open();
    let before = this.state;
    this.#silence = new Silence(this.options.silenceMs ?? SILENCE_MS, this.#timers, {
      ask: () => this.events.silent(),
      stale: (silentMs) => {
        before = this.state;
        this.#enter({ kind: 'stale', silentMs });
      },
      alive: () => this.#enter(before),
      lost: () => this.#socket !== undefined && this.#end(this.#socket),
    });
  }

  #receive(data: unknown): void {
    this.#silence?.heard();
    let packets: ServerPacket[];
    try {
      packets = (JSON.parse(String(data)) as unknown[]).map(decodePacket);
    } catch (error) {
      this.events.fault(error);
      return;
    }
    for (const packet of packets) this.events.packet(packet);
    this.events.framed();
  }

  /** A line that is dead doesn't even close: nothing more is expected of it. */
  #end(socket: Socket): void {
    if (this.#socket !== socket) return;
    for (const handler of ['onopen', 'onmessage', 'onclose'] as const) socket[handler] = null;
    socket.onerror = () => undefined;
    socket.close(1000);
    this.#ended();
  }

  #ended(): void {
    this.#isOpen = false;
    this.#socket = undefined;
    this.#silence?.end();
    this.#stopTimer();
    const isWanted = this.#giveUpPlace !== undefined;
    const retryInMs = isWanted ? this.#backoff.lost(this.#timers.now()) : undefined;
    if (retryInMs !== undefined) this.#stopTimer = this.#timers.after(retryInMs, () => this.#connect());
    this.#enter({ kind: 'closed', retryInMs });
    this.events.lost(retryInMs);
  }

  #enter(state: ConnectionState): void {
    this.state = state;
    this.events.state(state);
  }
}
