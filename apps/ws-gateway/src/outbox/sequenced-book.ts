import type { BookLine, LevelChange } from '@exchange/core/market-data';
import {
  bookChecksum,
  bookSnapshotArray,
  type BookUpdateHead,
  bookUpdateText,
  packet,
  packetText,
} from '@exchange/core/wire';
import type { Connection } from '../connection/connection';
import { BookPackets, type QueuedLine } from '../connection/packets';
import { lineArray, lineChecksumText, lineView } from './line-text';

/** What there is to know of a book now. */
export interface BookNow {
  /** The report that the book includes. */
  seq(): number;
  /** The lines that the checksum covers: the best of each side, as in a snapshot. */
  checked(): readonly BookLine[];
}

/** Those who see one book with its sequence, and what each was told last. */
export class SequencedBook {
  private readonly told = new Map<Connection, number>();
  private checksum: number | undefined;
  private isQuiet = false;

  constructor(
    private readonly market: string,
    private readonly now: BookNow,
  ) {}

  get size(): number {
    return this.told.size;
  }

  /** Begins with all lines. */
  start(connection: Connection, lines: readonly BookLine[], rid: number | undefined): void {
    const seq = this.now.seq();
    const message = bookSnapshotArray({ seq, checksum: this.sum(), lines: lines.map(lineView) });
    connection.push(packetText(packet(this.market, 'sequencedBookSnapshot', message, rid)));
    this.told.set(connection, seq);
  }

  /** Goes on where the client is, by what it missed. */
  resume(
    connection: Connection,
    after: number,
    missed: readonly LevelChange[],
    rid: number | undefined,
  ): void {
    const head = this.headFrom(after);
    const lines = missed.map((change) => JSON.stringify(lineArray(change.after)));
    connection.push(bookUpdateText(this.market, head, lines, rid));
    this.told.set(connection, head.seq);
  }

  leave(connection: Connection): void {
    this.told.delete(connection);
  }

  /** Tells what changed in the window. */
  tell(changes: readonly LevelChange[]): void {
    this.checksum = undefined;
    this.isQuiet = false;
    if (this.told.size > 0) this.push(changes.map(queuedLine));
  }

  /** Called again and again: a book of which nothing was told since the last time is told to be the same. */
  tellQuiet(): void {
    if (this.isQuiet) this.push([]);
    this.isQuiet = true;
  }

  /** Nearly always all were told the same last, so that they get the same bytes. */
  private push(lines: readonly QueuedLine[]): void {
    const written = new Map<number, BookPackets>();
    for (const [connection, previousSeq] of this.told) {
      const packets =
        written.get(previousSeq) ?? new BookPackets(this.market, lines, this.headFrom(previousSeq));
      written.set(previousSeq, packets);
      connection.queue.push(packets);
      this.told.set(connection, packets.head?.seq ?? previousSeq);
    }
  }

  private headFrom(previousSeq: number): BookUpdateHead {
    return { previousSeq, seq: this.now.seq(), checksum: this.sum() };
  }

  private sum(): number {
    this.checksum ??= bookChecksum(this.now.checked().map(lineChecksumText));
    return this.checksum;
  }
}

const queuedLine = ({ before, after }: LevelChange): QueuedLine => ({
  place: `${after.side}${after.rateKey}`,
  isNew: before.count === 0,
  isGone: after.count === 0,
  text: JSON.stringify(lineArray(after)),
});
