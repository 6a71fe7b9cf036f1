import { formatRate, type Side } from '@exchange/core/kernel';
import {
  type BookLine,
  BookWindow,
  GroupedBook,
  type LevelBook,
  type LevelChange,
} from '@exchange/core/market-data';
import { bookLine, packet, packetText } from '@exchange/core/wire';
import type { Connection } from '../connection/connection';
import { BookPackets } from '../connection/packets';

/** Which book: lines per side (undefined for all) and significant digits of the rates. */
export interface BookKind {
  readonly depth: 20 | 100 | undefined;
  readonly digits: number;
}

/** One of the 15 books of a market and who sees it. */
interface BookChannel {
  /** Undefined for the whole book, whose changes are the touched lines themselves. */
  readonly window: BookWindow | undefined;
  readonly members: Set<Connection>;
}

/** The books of one precision: grouped once for all depths. */
interface Precision {
  readonly book: GroupedBook;
  readonly channels: Map<number | undefined, BookChannel>;
}

/** The books of one market that somebody sees; each change is grouped and encoded once for all who see it. */
export class BookChannels {
  private readonly precisions = new Map<number, Precision>();
  private readonly kinds = new Map<Connection, BookKind>();

  constructor(
    private readonly market: string,
    private readonly source: LevelBook,
  ) {}

  /** A connection has one book per market: joining another one leaves the first. Returns the snapshot's lines. */
  join(connection: Connection, kind: BookKind): unknown[] {
    this.leave(connection);
    const channel = this.channel(kind);
    channel.members.add(connection);
    this.kinds.set(connection, kind);
    // Merged changes of the book before would spoil the snapshot that follows.
    connection.queue.forgetBook(this.market);
    return this.linesOf(kind, channel).map(lineArray);
  }

  /** Leaves the book of this kind, or whichever it is; false when the connection doesn't see it. */
  leave(connection: Connection, kind?: BookKind): boolean {
    const joined = this.kinds.get(connection);
    if (joined === undefined) return false;
    if (kind !== undefined && (kind.depth !== joined.depth || kind.digits !== joined.digits)) return false;
    this.kinds.delete(connection);
    connection.queue.forgetBook(this.market);
    this.leaveChannel(connection, joined);
    return true;
  }

  /** Applies changes of the source and tells everyone who sees them. */
  apply(changes: readonly LevelChange[]): void {
    for (const { book, channels } of this.precisions.values()) {
      const touched = book.apply(changes);
      for (const { window, members } of channels.values()) {
        const seen = window === undefined ? touched : window.refresh(touched);
        if (seen.length === 0) continue;
        const packets = this.packets(seen);
        for (const member of members) member.queue.push(packets);
      }
    }
  }

  private packets(changes: readonly LevelChange[]): BookPackets {
    return new BookPackets(
      this.market,
      changes.map(({ before, after }) => ({
        place: `${after.side}${after.rateKey}`,
        isNew: before.count === 0,
        isGone: after.count === 0,
        text: packetText(packet(this.market, 'orderBookUpdate', lineArray(after))),
      })),
    );
  }

  private channel({ depth, digits }: BookKind): BookChannel {
    let precision = this.precisions.get(digits);
    if (precision === undefined) {
      precision = { book: GroupedBook.of(digits, this.source.lines()), channels: new Map() };
      this.precisions.set(digits, precision);
    }
    let channel = precision.channels.get(depth);
    if (channel === undefined) {
      const window = depth === undefined ? undefined : new BookWindow(precision.book, depth);
      channel = { window, members: new Set() };
      precision.channels.set(depth, channel);
    }
    return channel;
  }

  private linesOf({ digits }: BookKind, { window }: BookChannel): readonly BookLine[] {
    if (window !== undefined) return window.lines();
    const sides = this.precisions.get(digits)?.book.sides;
    const all = (side: Side) => sides?.[side].best(Infinity) ?? [];
    return [...all('buy'), ...all('sell')];
  }

  /** What nobody sees isn't kept up. */
  private leaveChannel(connection: Connection, { depth, digits }: BookKind): void {
    const precision = this.precisions.get(digits);
    const channel = precision?.channels.get(depth);
    channel?.members.delete(connection);
    if (channel?.members.size === 0) precision?.channels.delete(depth);
    if (precision?.channels.size === 0) this.precisions.delete(digits);
  }
}

const lineArray = ({ side, rateKey, amount, count }: BookLine) =>
  bookLine({ side, rate: formatRate(rateKey), amount: amount.toString(), count });
