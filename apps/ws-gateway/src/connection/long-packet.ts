import { websocketFrame } from './frame';

/** Items in a piece: some tens of kilobytes, which takes less than a millisecond to write. */
const PIECE_ITEMS = 50;

/** Up to so many items a list is a packet like any other. */
export const LONG_FROM_ITEMS = 500;

/** A frame of a message in several; the network takes them one after the other. */
export interface Piece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/**
 * A packet whose message is a list so long that writing it at once would hold up everybody, and that it would fill what
 * may wait for a client: it is written piece by piece, as the client takes it, in a message of its own.
 */
export class LongPacket {
  private readonly head: string;
  private readonly tail: string;
  private written = 0;

  /** `empty`: the packet as text, with an empty list; `write`: an item of the list as it goes on the wire. */
  constructor(
    empty: string,
    private readonly items: readonly unknown[],
    private readonly write: (item: never) => unknown,
  ) {
    const at = empty.indexOf('[]') + 1;
    this.head = `[${empty.slice(0, at)}`;
    this.tail = `${empty.slice(at)}]`;
  }

  /** The next piece of its message. */
  next(): Piece {
    const from = this.written;
    this.written = Math.min(from + PIECE_ITEMS, this.items.length);
    const isLast = this.written === this.items.length;
    const texts = this.items
      .slice(from, this.written)
      .map((item) => JSON.stringify(this.write(item as never)));
    const text = (from === 0 ? this.head : ',') + texts.join(',') + (isLast ? this.tail : '');
    return { bytes: websocketFrame(text, { isFirst: from === 0, isLast }), isLast };
  }
}
