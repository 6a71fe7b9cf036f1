import {
  type Command,
  type Dialect,
  type EventNaming,
  type FrameElement,
  PointMeter,
} from '@exchange/core/wire';
import type { TracePoint } from '@exchange/platform';
import type { DropReason } from '../edge-meters';
import type { Session } from '../session/session';
import type { LongPacket } from './long-packet';
import { type FrameSocket, PacketQueue, type QueueLimits } from './packet-queue';
import type { Sending } from './sending';

/** Close codes (RFC 6455) and when the gateway uses them (docs/interface, framing). */
export const CLOSE = {
  binaryFrame: 1003,
  frameTooLong: 1009,
  refused: 1008,
  internalError: 1011,
  serviceRestart: 1012,
  tooSlow: 1013,
} as const;

/** What the codes mean that aren't the client's fault. */
const REASONS: ReadonlyMap<number, DropReason> = new Map([
  [CLOSE.internalError, 'defect'],
  [CLOSE.serviceRestart, 'restart'],
]);

/** The part of a websocket that a connection needs. */
export interface ClientSocket extends FrameSocket {
  close(code: number, reason: string): void;
  terminate(): void;
  ping(): void;
}

interface ConnectionOptions {
  /** Unique over all connections of this gateway's name, also before a restart: origins of notices name it. */
  readonly id: number;
  readonly socket: ClientSocket;
  /** Whose client it is: what `clientAddress` says. */
  readonly address: string;
  readonly dialect: Dialect;
  readonly limits: QueueLimits;
  readonly sending: Sending;
  /** Told why this end closes it. */
  readonly dropped?: ((reason: DropReason) => void) | undefined;
  /** By the steady clock. */
  readonly now: number;
}

export interface WaitingElement {
  readonly element: FrameElement;
  readonly trace: TracePoint | undefined;
  /** By the steady clock; what waits for longer than an answer may take is given up. */
  readonly receivedAt: number;
}

/** One client: its socket, what waits in both directions, its login and its books. */
export class Connection {
  readonly id: number;
  readonly address: string;
  readonly dialect: Dialect;
  readonly queue: PacketQueue;
  readonly points = new PointMeter();
  /** Markets in which it has subscriptions. */
  readonly markets = new Set<string>();
  session: Session | undefined;
  /** Elements of received frames that wait for a command under way, each with the span of its frame. */
  readonly backlog: WaitingElement[] = [];
  /** Commands that are not done, which commands after them may have to wait for. */
  readonly underWay = new Set<Command>();
  /** The running number of the last command. */
  commands = 0;
  /** How many elements of frames were refused as they came. */
  refused = 0;
  /** When the client was last heard of, by the steady clock. */
  heardAt: number;
  open = true;
  /** The gateway stops: commands are answered, but none is taken any more. */
  leaving = false;
  private readonly socket: ClientSocket;
  private readonly dropped: (reason: DropReason) => void;

  constructor({ id, socket, address, dialect, limits, sending, dropped, now }: ConnectionOptions) {
    this.id = id;
    this.address = address;
    this.dialect = dialect;
    this.socket = socket;
    this.dropped = dropped ?? (() => undefined);
    this.heardAt = now;
    this.queue = new PacketQueue(socket, limits, sending, () => this.closeSlow());
  }

  /** How its events are named. */
  get naming(): EventNaming {
    return this.dialect.naming;
  }

  /** Queues a packet that is already text. */
  push(text: string): void {
    this.queue.push({ text });
  }

  /** Queues a packet whose list is long. */
  pushLong(packet: LongPacket): void {
    this.queue.pushLong(packet);
  }

  ping(): void {
    this.socket.ping();
  }

  /** Sends what is queued, then closes with the code. */
  close(code: number, reason: string): void {
    if (!this.open) return;
    this.dropped(REASONS.get(code) ?? 'frame');
    this.queue.sendNow();
    this.end();
    this.socket.close(code, reason);
  }

  /** Drops a connection that doesn't react any more. */
  terminate(): void {
    this.dropped('silent');
    this.end();
    this.socket.terminate();
  }

  /** The socket is gone or going: nothing more is sent, and the account is let go. */
  end(): void {
    this.open = false;
    this.queue.close();
    this.backlog.length = 0;
    this.session?.follower.stop();
    this.session = undefined;
  }

  private closeSlow(): void {
    this.dropped('slow');
    this.end();
    this.socket.close(CLOSE.tooSlow, 'too much is waiting to be read');
  }
}
