import { type Side } from '@exchange/core/kernel';
import {
  type BookLine,
  BookWindow,
  GroupedBook,
  type LevelBook,
  type LevelChange,
  missedChanges,
} from '@exchange/core/market-data';
import { CHECKSUM_LINES, packet, packetText } from '@exchange/core/wire';
import type { Connection } from '../connection/connection';
import { BookPackets, type QueuedLine } from '../connection/packets';
import { lineArray } from './line-text';
import { type BookNow, SequencedBook } from './sequenced-book';

/** Which book: lines per side (undefined for all) and significant digits of the rates. */
export interface BookKind {
  readonly depth: 20 | 100 | undefined;
  readonly digits: number;
}

/** How a subscription to a book is answered. */
export interface BookJoin {
  readonly rid: number | undefined;
  /** The SEQ after which a client that has the book wants to go on; for connections with sequenced books. */
  readonly after?: number | undefined;
}

/** The book of a market in full precision, and its changes of the last while (LiveMarket). */
export interface BookSource {
  readonly market: string;
  readonly seq: number;
  readonly book: LevelBook;
  levelsSince(seq: number): readonly LevelChange[] | undefined;
}

/** One of the 15 books of a market and who sees it. */
interface BookChannel {
  /** Undefined for the whole book, whose changes are the touched lines themselves. */
  readonly window: BookWindow | undefined;
  readonly members: Set<Connection>;
  readonly sequenced: SequencedBook;
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

  constructor(private readonly source: BookSource) {}

  /** Whether nobody sees any book of the market. */
  get isEmpty(): boolean {
    return this.kinds.size === 0;
  }

  /** A connection has one book per market: joining another one leaves the first. Answers with the book now. */
  join(connection: Connection, kind: BookKind, join: BookJoin): void {
    this.leave(connection);
    const channel = this.channel(kind);
    this.kinds.set(connection, kind);
    // Merged changes of the book before would spoil the answer that follows.
    connection.queue.forgetBook(this.source.market);
    if (connection.dialect.books === 'sequenced') {
      this.joinSequenced(connection, kind, channel, join);
      return;
    }
    channel.members.add(connection);
    const lines = this.linesOf(kind, channel).map(lineArray);
    connection.push(packetText(packet(this.source.market, 'orderBookSnapshot', lines, join.rid)));
  }

  /** Leaves the book of this kind, or whichever it is; false when the connection doesn't see it. */
  leave(connection: Connection, kind?: BookKind): boolean {
    const joined = this.kinds.get(connection);
    if (joined === undefined) return false;
    if (kind !== undefined && (kind.depth !== joined.depth || kind.digits !== joined.digits)) return false;
    this.kinds.delete(connection);
    connection.queue.forgetBook(this.source.market);
    this.leaveChannel(connection, joined);
    return true;
  }

  /** Applies changes of the source and tells everyone who sees them. */
  apply(changes: readonly LevelChange[]): void {
    for (const { book, channels } of this.precisions.values()) {
      const touched = book.apply(changes);
      for (const { window, members, sequenced } of channels.values()) {
        const seen = window === undefined ? touched : window.refresh(touched);
        if (seen.length === 0) continue;
        if (members.size > 0) this.tell(seen, members);
        sequenced.tell(seen);
      }
    }
  }

  /** Called again and again: see SequencedBook. */
  tellQuiet(): void {
    for (const { channels } of this.precisions.values()) {
      for (const { sequenced } of channels.values()) sequenced.tellQuiet();
    }
  }

  private tell(changes: readonly LevelChange[], members: ReadonlySet<Connection>): void {
    const lines = changes.map(({ before, after }): QueuedLine => ({
      place: `${after.side}${after.rateKey}`,
      isNew: before.count === 0,
      isGone: after.count === 0,
      text: packetText(packet(this.source.market, 'orderBookUpdate', lineArray(after))),
    }));
    const packets = new BookPackets(this.source.market, lines);
    for (const member of members) member.queue.push(packets);
  }

  private joinSequenced(
    connection: Connection,
    kind: BookKind,
    channel: BookChannel,
    { rid, after }: BookJoin,
  ): void {
    const missed = after === undefined ? undefined : this.missedSince(after, kind);
    if (after === undefined || missed === undefined) {
      channel.sequenced.start(connection, this.linesOf(kind, channel), rid);
    } else {
      channel.sequenced.resume(connection, after, missed, rid);
    }
  }

  private missedSince(seq: number, { depth, digits }: BookKind): readonly LevelChange[] | undefined {
    const changes = this.source.levelsSince(seq);
    const book = this.precisions.get(digits)?.book;
    if (changes === undefined || book === undefined) return undefined;
    return missedChanges(book, depth ?? Number.POSITIVE_INFINITY, changes);
  }

  private channel({ depth, digits }: BookKind): BookChannel {
    let precision = this.precisions.get(digits);
    if (precision === undefined) {
      precision = { book: GroupedBook.of(digits, this.source.book.lines()), channels: new Map() };
      this.precisions.set(digits, precision);
    }
    let channel = precision.channels.get(depth);
    if (channel === undefined) {
      const window = depth === undefined ? undefined : new BookWindow(precision.book, depth);
      const sequenced = new SequencedBook(this.source.market, this.bookNow(precision.book, window));
      channel = { window, members: new Set(), sequenced };
      precision.channels.set(depth, channel);
    }
    return channel;
  }

  private bookNow({ sides }: GroupedBook, window: BookWindow | undefined): BookNow {
    const best = (side: Side) => sides[side].best(CHECKSUM_LINES);
    return {
      seq: () => this.source.seq,
      checked: () => window?.lines() ?? [...best('buy'), ...best('sell')],
    };
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
    channel?.sequenced.leave(connection);
    if (channel?.members.size === 0 && channel.sequenced.size === 0) precision?.channels.delete(depth);
    if (precision?.channels.size === 0) this.precisions.delete(digits);
  }
}
