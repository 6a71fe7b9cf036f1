import { decodePacket, type ServerPacket } from '@exchange/core/wire';
import { ExchangeError } from '../exchange-error';
import { globalSocket, type Socket, type SocketConstructor } from './socket';

export interface ServerOptions {
  /** Root of the websocket interface, e.g. `wss://api.example.org`. */
  readonly url: string;
  /** Needed where there is no global WebSocket: the class of the package `ws`. */
  readonly socket?: SocketConstructor;
  /** Wait before the first and at most before any attempt to connect again, ms. */
  readonly backoffMs?: { readonly first: number; readonly most: number };
}

/** What a connection tells its owner. */
export interface ConnectionEvents {
  /** A new connection is open and nothing was sent on it yet. */
  opened(): void;
  packet(packet: ServerPacket): void;
  /** The connection is lost; `retryInMs` is undefined when it was closed on purpose. */
  lost(retryInMs: number | undefined): void;
  /** The server sent something that can't be read. */
  fault(error: unknown): void;
}

const BACKOFF_MS = { first: 250, most: 30_000 };
const PATH = '/ws/v1?events=distinct&books=sequenced';

/** A websocket that is opened again, with growing pauses, until it is closed on purpose. */
export class ServerConnection {
  private socket: Socket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private wanted = false;
  private isOpen = false;

  constructor(
    private readonly options: ServerOptions,
    private readonly events: ConnectionEvents,
  ) {}

  open(): void {
    this.wanted = true;
    this.connect();
  }

  /** Sends a frame; CONNECTION_LOST while there is no connection. */
  send(frame: string): void {
    if (!this.isOpen || this.socket === undefined) {
      throw new ExchangeError('CONNECTION_LOST', 'there is no connection at the moment');
    }
    this.socket.send(frame);
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.socket?.close(1000);
  }

  /** Connects anew after `seconds`, as the server asks before an upgrade. */
  reopenIn(seconds: number): void {
    const { socket } = this;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => socket?.close(1000), seconds * 1000);
  }

  private connect(): void {
    const constructor = this.options.socket ?? globalSocket();
    const socket = new constructor(`${this.options.url.replace(/\/+$/, '')}${PATH}`);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.isOpen = true;
      this.events.opened();
    };
    socket.onmessage = ({ data }: { data: unknown }) => this.receive(data);
    // An error is always followed by a close, which is where it is dealt with.
    socket.onerror = () => undefined;
    socket.onclose = () => this.onClose();
  }

  private receive(data: unknown): void {
    let packets: ServerPacket[];
    try {
      packets = (JSON.parse(String(data)) as unknown[]).map(decodePacket);
    } catch (error) {
      this.events.fault(error);
      return;
    }
    for (const packet of packets) this.events.packet(packet);
  }

  private onClose(): void {
    this.isOpen = false;
    this.socket = undefined;
    clearTimeout(this.timer);
    if (!this.wanted) {
      this.events.lost(undefined);
      return;
    }
    const { first, most } = this.options.backoffMs ?? BACKOFF_MS;
    // Half of the pause is random, so that clients don't all come back at once after an outage.
    const pauseMs = Math.min(most, first * 2 ** this.failures) * (0.5 + Math.random() / 2);
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), pauseMs);
    this.events.lost(pauseMs);
  }
}
