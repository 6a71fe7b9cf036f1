import { int, NONE } from './cells';

/* Bound once: asking for a global each time is slow where tests run. */
const { floor, imul } = Math;

/** Parts that grow on their own: growing one of a large table moves little. */
const SEGMENT_BITS = 8;
const FIRST_CAPACITY = 8;

/** Spreads the bits of an id: ids of one partition follow each other, those of partitions differ in high bits only. */
function hashOf(id: number): number {
  let hash = (id | 0) ^ imul(floor(id / 0x1_0000_0000), 0x9e3779b1);
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * The place of each order by its id, in open-addressed parts of which at most two thirds are used. What leaves is closed
 * up, so that no number of orders that came and went makes it slower or larger.
 */
export class IdTable {
  private readonly segments: Segment[];
  private used = 0;

  /** @param idAt the id of the order at a place */
  constructor(idAt: (place: number) => number) {
    this.segments = Array.from({ length: 1 << SEGMENT_BITS }, () => new Segment(idAt));
  }

  get size(): number {
    return this.used;
  }

  /** The order's place; NONE when it has none. */
  find(id: number): number {
    const hash = hashOf(id);
    return this.segment(hash).find(id, hash);
  }

  /** Adds the place of an id that has none. */
  add(id: number, place: number): void {
    const hash = hashOf(id);
    this.segment(hash).add(hash, place);
    this.used += 1;
  }

  /** Removes the place of an id. */
  delete(id: number, place: number): void {
    const hash = hashOf(id);
    this.segment(hash).delete(hash, place);
    this.used -= 1;
  }

  private segment(hash: number): Segment {
    return this.segments[hash >>> (32 - SEGMENT_BITS)] as Segment;
  }
}

/** Cells of two words: the hash of an id, so that others' orders needn't be looked at, and the place. */
class Segment {
  private cells = new Int32Array(2 * FIRST_CAPACITY).fill(NONE);
  private mask = FIRST_CAPACITY - 1;
  private used = 0;

  constructor(private readonly idAt: (place: number) => number) {}

  find(id: number, hash: number): number {
    const { cells, mask } = this;
    let cell = hash & mask;
    for (;;) {
      const place = int(cells, 2 * cell + 1);
      if (place === NONE || (int(cells, 2 * cell) === hash && this.idAt(place) === id)) return place;
      cell = (cell + 1) & mask;
    }
  }

  add(hash: number, place: number): void {
    if ((this.used + 1) * 3 > (this.mask + 1) * 2) this.grow();
    this.put(hash, place);
    this.used += 1;
  }

  delete(hash: number, place: number): void {
    const { cells, mask } = this;
    let hole = hash & mask;
    while (int(cells, 2 * hole + 1) !== place) hole = (hole + 1) & mask;
    let cell = hole;
    for (;;) {
      cell = (cell + 1) & mask;
      const other = int(cells, 2 * cell + 1);
      if (other === NONE) break;
      const home = int(cells, 2 * cell) & mask;
      // One whose search begins behind the hole is found without crossing it.
      if (((cell - home) & mask) < ((cell - hole) & mask)) continue;
      cells[2 * hole] = int(cells, 2 * cell);
      cells[2 * hole + 1] = other;
      hole = cell;
    }
    cells[2 * hole + 1] = NONE;
    this.used -= 1;
  }

  private put(hash: number, place: number): void {
    const { cells, mask } = this;
    let cell = hash & mask;
    while (int(cells, 2 * cell + 1) !== NONE) cell = (cell + 1) & mask;
    cells[2 * cell] = hash;
    cells[2 * cell + 1] = place;
  }

  private grow(): void {
    const before = this.cells;
    this.cells = new Int32Array(before.length * 2).fill(NONE);
    this.mask = this.cells.length / 2 - 1;
    for (let index = 0; index < before.length; index += 2) {
      if (int(before, index + 1) !== NONE) this.put(int(before, index), int(before, index + 1));
    }
  }
}
