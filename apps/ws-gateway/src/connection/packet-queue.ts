import { LongPacket } from './long-packet';
import { MergedBook } from './merged-book';
import { BookPackets, type FrameCache, frameOf, type Packets } from './packets';
import type { QueueBudget } from './queue-budget';
import type { FrameSender, Sending } from './sending';

/** The part of a websocket that a queue needs. */
export interface FrameSocket {
  /** Bytes handed over that the network hasn't taken yet. */
  readonly bufferedAmount: number;
  /** Hands a whole frame over. */
  send(frame: Buffer, sent: () => void): void;
}

export interface QueueLimits {
  /** From this many untaken bytes on the client counts as slow: nothing more is handed to the socket. */
  readonly slowBytes: number;
  /** More than this, queued and untaken together, ends the connection. */
  readonly queueBytesMax: number;
  /** Of all clients together, if that has a limit. */
  readonly budget?: QueueBudget;
}

/** More lists than these aren't waited for: whoever asks for them must read, too. */
const LONG_MAX = 2;

/**
 * What is to be sent to one client, in order. While the client is slow, changes of books are kept apart and merged:
 * of each line only the newest state is sent (docs/interface, slow client).
 */
export class PacketQueue implements FrameSender {
  private parts: (Packets | LongPacket)[] = [];
  /** Its first pieces are handed over: nothing else may come before its last one. */
  private begun: LongPacket | undefined;
  private queued = 0;
  private slow = false;
  /** Per market what changed in its book while the client was slow. */
  private readonly merged = new Map<string, MergedBook>();
  private mergedLength = 0;
  private closed = false;

  constructor(
    private readonly socket: FrameSocket,
    private readonly limits: QueueLimits,
    private readonly sending: Sending,
    private readonly overflow: () => void,
  ) {}

  push(packets: Packets): void {
    if (this.closed) return;
    if (packets instanceof BookPackets && this.isSlow()) this.merge(packets);
    else this.append(packets);
    const { waiting } = this;
    if (waiting > this.limits.queueBytesMax) return this.drop();
    this.limits.budget?.note(this, waiting);
    if (!this.closed) this.sending.request(this);
  }

  /** Queues a list that is written in pieces. Its bytes don't count as waiting: the client can't read them faster. */
  pushLong(packet: LongPacket): void {
    if (this.closed) return;
    this.parts.push(packet);
    const waiting = this.parts.filter((part) => part instanceof LongPacket).length;
    if (waiting + (this.begun === undefined ? 0 : 1) <= LONG_MAX) return this.sending.request(this);
    this.drop();
  }

  /** Too much waits: drops it all, and ends the connection. */
  drop(): void {
    this.close();
    this.overflow();
  }

  /** Forgets merged changes of a market's book: a snapshot that is about to be queued says all of it. */
  forgetBook(market: string): void {
    this.mergedLength -= this.merged.get(market)?.length ?? 0;
    this.merged.delete(market);
  }

  send(frames: FrameCache): void {
    if (this.closed) return;
    this.slow = false;
    // The callback of the frame under way asks for another round.
    if (this.isSlow()) return;
    if (this.begun !== undefined) return this.sendPiece(this.begun);
    this.appendMerged();
    const packets = this.takePackets();
    if (packets.length > 0) return this.socket.send(frames.frame(packets), this.sent);
    const [long] = this.parts.splice(0, 1);
    if (long instanceof LongPacket) this.sendPiece(long);
  }

  /** Hands over everything at once, before the connection is closed. */
  sendNow(): void {
    if (this.closed) return;
    while (this.begun !== undefined) this.sendPiece(this.begun);
    this.appendMerged();
    while (this.parts.length > 0) {
      const packets = this.takePackets();
      if (packets.length > 0) this.socket.send(frameOf(packets.map(({ text }) => text).join(',')), this.sent);
      const [long] = this.parts.splice(0, 1);
      if (long instanceof LongPacket) this.sendPiece(long);
      while (this.begun !== undefined) this.sendPiece(this.begun);
    }
  }

  /** Drops everything that isn't sent yet. */
  close(): void {
    this.closed = true;
    this.parts = [];
    this.begun = undefined;
    this.merged.clear();
    this.limits.budget?.note(this, 0);
  }

  private readonly sent = (): void => {
    if (!this.closed) this.limits.budget?.note(this, this.waiting);
    const waits = this.parts.length > 0 || this.begun !== undefined;
    if (this.slow || waits) this.sending.request(this);
  };

  private get waiting(): number {
    return this.queued + this.mergedLength + this.socket.bufferedAmount;
  }

  /** Once slow, until a round finds the network free again, so that nothing overtakes merged changes. */
  private isSlow(): boolean {
    this.slow ||= this.socket.bufferedAmount > this.limits.slowBytes;
    return this.slow;
  }

  /** What is queued up to the next long packet, which needs a message of its own. */
  private takePackets(): Packets[] {
    const end = this.parts.findIndex((part) => part instanceof LongPacket);
    const packets = this.parts.splice(0, end === -1 ? this.parts.length : end) as Packets[];
    for (const { text } of packets) this.queued -= text.length;
    return packets;
  }

  private sendPiece(long: LongPacket): void {
    const { bytes, isLast } = long.next();
    this.begun = isLast ? undefined : long;
    this.socket.send(bytes, this.sent);
  }

  private append(packets: Packets): void {
    this.parts.push(packets);
    this.queued += packets.text.length;
  }

  private merge(packets: BookPackets): void {
    let book = this.merged.get(packets.market);
    if (book === undefined) {
      book = new MergedBook(packets.market);
      this.merged.set(packets.market, book);
    }
    this.mergedLength -= book.length;
    book.add(packets);
    this.mergedLength += book.length;
  }

  private appendMerged(): void {
    for (const book of this.merged.values()) {
      const packets = book.packets();
      if (packets !== undefined) this.append(packets);
    }
    this.merged.clear();
    this.mergedLength = 0;
  }
}
