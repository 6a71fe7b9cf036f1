import type { BookUpdateHead } from '@exchange/core/wire';
import { type BookPackets, bookText, type Packets, type QueuedLine } from './packets';

type MergedLine = Pick<QueuedLine, 'text' | 'isNew'>;

/**
 * What changed in a market's book while its client was slow: each line as it is now. In a sequence it is one update, from
 * where the client is to where the book is.
 */
export class MergedBook {
  /** `isNew`: the client never saw the line. */
  private readonly lines = new Map<string, MergedLine>();
  private head: BookUpdateHead | undefined;
  /** Characters of all lines. */
  length = 0;

  constructor(private readonly market: string) {}

  add({ lines, head }: BookPackets): void {
    this.head = head && { ...head, previousSeq: this.head?.previousSeq ?? head.previousSeq };
    for (const line of lines) this.addLine(line);
  }

  /** Undefined when nothing is to be told; in a sequence something is, also when every line came and went. */
  packets(): Packets | undefined {
    if (this.lines.size === 0 && this.head === undefined) return undefined;
    const lines = Array.from(this.lines.values(), ({ text }) => text);
    return { text: bookText(this.market, lines, this.head) };
  }

  private addLine({ place, text, isNew, isGone }: QueuedLine): void {
    const earlier = this.lines.get(place);
    this.length -= earlier?.text.length ?? 0;
    const neverSeen = earlier?.isNew ?? isNew;
    // A line that came and went meanwhile is nothing to a client that never saw it.
    if (isGone && neverSeen) {
      this.lines.delete(place);
      return;
    }
    this.length += text.length;
    this.lines.set(place, { text, isNew: neverSeen });
  }
}
