import type { ReadPacket } from './read-packet';
import { Violation } from './readers';

/** A line as it stands in packets. */
export type BookRow = readonly [direction: number, rate: string, amount: string, count: number];
type Snapshot = readonly [seq: number, checksum: number, lines: readonly BookRow[]];
type Update = readonly [previous: number, seq: number, checksum: number, lines: readonly BookRow[]];

interface Held {
  readonly row: BookRow;
  /** Sorts as the rate does. */
  readonly key: string;
}

/** CRC-32 bit by bit, as its definition has it. */
const BYTES = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  return rest >>> 0;
});

function crc32(text: string): number {
  let sum = 0xffffffff;
  for (const byte of Buffer.from(text, 'ascii')) sum = (sum >>> 8) ^ (BYTES[(sum & 0xff) ^ byte] as number);
  return ~sum >>> 0;
}

const BEST = 100;
const WHOLE_DIGITS = 20;
const DECIMALS = 8;

/** A book of one market as docs/interface/books.md has it: what differs from the page is a Violation. */
export class CheckedBook {
  private readonly held = new Map<string, Held>();
  private readonly sides: Record<number, Held[]> = { 0: [], 1: [] };
  /** SEQ of the last packet; undefined before the first. */
  seq: number | undefined;
  checksum = 0;

  /** Takes the packets of this book; others are nothing to it. */
  take({ event, message }: Pick<ReadPacket, 'event' | 'message'>): void {
    if (event === 'sbs') this.start(message as Snapshot);
    else if (event === 'sb') this.update(message as Update);
  }

  /** Buys from the best on, then sells from the best on. */
  rows(): BookRow[] {
    return [1, 0].flatMap((direction) => (this.sides[direction] ?? []).map(({ row }) => row));
  }

  private start([seq, checksum, lines]: Snapshot): void {
    this.held.clear();
    this.sides[0] = [];
    this.sides[1] = [];
    for (const row of lines) this.put(row);
    if (JSON.stringify(this.rows()) !== JSON.stringify(lines)) {
      throw new Violation('LINES', 'each line once, buys before sells, the best of each first', lines);
    }
    this.reached(seq, checksum);
  }

  private update([previous, seq, checksum, lines]: Update): void {
    if (previous !== this.seq) throw new Violation('PREVIOUS_SEQ', `${this.seq}`, previous);
    if (seq < previous) throw new Violation('SEQ', `at least ${previous}`, seq);
    const places = new Set(lines.map(placeOf));
    if (places.size !== lines.length) throw new Violation('LINES', 'each line once', lines);
    for (const row of lines) {
      if (row[2] === '0' && row[3] === 0) this.remove(row);
      else this.put(row);
    }
    this.reached(seq, checksum);
  }

  private reached(seq: number, checksum: number): void {
    const text = [1, 0].flatMap((direction) =>
      (this.sides[direction] ?? []).slice(0, BEST).map(({ row }) => row.join(':')),
    );
    const sum = crc32(text.join(','));
    if (sum !== checksum) throw new Violation(`CHECKSUM at ${seq}`, `${sum}`, checksum);
    this.seq = seq;
    this.checksum = checksum;
  }

  private put(row: BookRow): void {
    const known = this.held.get(placeOf(row));
    const side = this.sides[row[0]] ?? [];
    const held = { row, key: known?.key ?? sortKey(row[1]) };
    this.held.set(placeOf(row), held);
    const place = placeIn(side, held.key, row[0]);
    side.splice(place, known === undefined ? 0 : 1, held);
  }

  private remove(row: BookRow): void {
    const known = this.held.get(placeOf(row));
    if (known === undefined) throw new Violation('LINES', 'a line that is there to be removed', row);
    this.held.delete(placeOf(row));
    const side = this.sides[row[0]] ?? [];
    side.splice(placeIn(side, known.key, row[0]), 1);
  }
}

const placeOf = ([direction, rate]: BookRow): string => `${direction} ${rate}`;

function sortKey(rate: string): string {
  const [whole = '', fraction = ''] = rate.split('.');
  return whole.padStart(WHOLE_DIGITS, '0') + fraction.padEnd(DECIMALS, '0');
}

/** How many lines of a side are better. */
function placeIn(side: readonly Held[], key: string, direction: number): number {
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = side[middle]?.key ?? key;
    if (direction === 1 ? other > key : other < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
