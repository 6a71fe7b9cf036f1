import { parseRate, type RateKey, type Side } from '@exchange/core/kernel';
import {
  bookChecksum,
  type BookLineView,
  type BookSnapshotView,
  type BookUpdateView,
  CHECKSUM_LINES,
  lineText,
  MalformedPacketError,
} from '@exchange/core/wire';

interface HeldLine {
  readonly rateKey: RateKey;
  readonly line: BookLineView;
  /** As the checksum reads it: of each update all lines are read, and one has changed. */
  readonly text: string;
}

/**
 * Why a book can't be believed: an update is missing, its best bid is not below its best ask, it is not what its
 * checksum says, or nothing was heard of it for a minute.
 */
export type BookFault = 'gap' | 'crossed' | 'checksum' | 'stale';

/** The order book of one market as the server shows it: a snapshot, then updates. Empty while it isn't known. */
export class LocalBook {
  /** Best first: the best bid and ask are the first ones. */
  readonly #sides: Record<Side, HeldLine[]> = { buy: [], sell: [] };
  /** Whether it is the server's book, as far as that was heard. */
  isLive = false;
  /** The report of the market that the book includes; undefined before the first, and from a server without sequences. */
  seq: number | undefined;
  /** That of the book now (docs/interface, books with a sequence). */
  checksum: number | undefined;

  /** Forgets everything: nothing is known of the book until its next snapshot. */
  clear(): void {
    this.#sides.buy = [];
    this.#sides.sell = [];
    this.seq = undefined;
    this.checksum = undefined;
    this.isLive = false;
  }

  /** Replaces everything by a plain book. */
  reset(lines: readonly BookLineView[]): void {
    this.clear();
    for (const line of lines) this.apply(line);
    this.isLive = true;
  }

  /** Sets a line; amount 0 and count 0 remove it. */
  apply(line: BookLineView): void {
    const rate = parseRate(line.rate, 'rate');
    if (!rate.ok) throw new MalformedPacketError(rate.message);
    const rateKey = rate.value;
    const side = this.#sides[line.side];
    const place = placeIn(side, rateKey, line.side);
    const present = side[place]?.rateKey === rateKey ? 1 : 0;
    if (line.amount === '0' && line.count === 0) side.splice(place, present);
    else side.splice(place, present, { rateKey, line, text: lineText(line) });
  }

  /** Replaces everything by a book with its place in the sequence. */
  start({ lines, seq, checksum }: BookSnapshotView): BookFault | undefined {
    this.clear();
    for (const line of lines) this.apply(line);
    return this.#reached(seq, checksum);
  }

  /** Applies an update that follows on the book; after a gap the book stays as it was. */
  follow({ lines, previousSeq, seq, checksum }: BookUpdateView): BookFault | undefined {
    if (previousSeq !== this.seq) return 'gap';
    for (const line of lines) this.apply(line);
    return this.#reached(seq, checksum);
  }

  /** The lines of a side, best first: buys down, sells up. */
  lines(side: Side): BookLineView[] {
    return this.#sides[side].map(({ line }) => line);
  }

  best(side: Side): BookLineView | undefined {
    return this.#sides[side][0]?.line;
  }

  get isCrossed(): boolean {
    const [bid, ask] = [this.#sides.buy[0], this.#sides.sell[0]];
    return bid !== undefined && ask !== undefined && bid.rateKey >= ask.rateKey;
  }

  #reached(seq: number, checksum: number): BookFault | undefined {
    const checked = (['buy', 'sell'] as const).flatMap((side) => this.#sides[side].slice(0, CHECKSUM_LINES));
    this.checksum = bookChecksum(checked.map(({ text }) => text));
    this.seq = seq;
    if (this.checksum !== checksum) return 'checksum';
    if (this.isCrossed) return 'crossed';
    this.isLive = true;
    return undefined;
  }
}

/** How many lines are better than a rate. */
function placeIn(lines: readonly HeldLine[], rateKey: RateKey, side: Side): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = lines[middle]?.rateKey ?? rateKey;
    if (side === 'buy' ? other > rateKey : other < rateKey) low = middle + 1;
    else high = middle;
  }
  return low;
}
