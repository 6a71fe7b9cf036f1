import { int, NONE } from './cells';

/** Parts that grow on their own: growing one of a large table moves little. */
const SEGMENT_BITS = 8;
const FIRST_CAPACITY = 8;

/** Spreads the bits of an id: ids of one partition follow each other, those of partitions differ in high bits only. */
function hashOf(id: number): number {
  let hash = (id | 0) ^ Math.imul(Math.floor(id / 0x1_0000_0000), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
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
    this.segment(hash).add(id, hash, place);
    this.used += 1;
  }

  /** Removes an id that has a place. */
  delete(id: number): void {
    const hash = hashOf(id);
    this.segment(hash).delete(id, hash);
    this.used -= 1;
  }

  private segment(hash: number): Segment {
    return this.segments[hash >>> (32 - SEGMENT_BITS)] as Segment;
  }
}

class Segment {
  private cells = new Int32Array(FIRST_CAPACITY).fill(NONE);
  private mask = FIRST_CAPACITY - 1;
  private used = 0;

  constructor(private readonly idAt: (place: number) => number) {}

  find(id: number, hash: number): number {
    return int(this.cells, this.cellOf(id, hash));
  }

  add(id: number, hash: number, place: number): void {
    if ((this.used + 1) * 3 > this.cells.length * 2) this.grow();
    this.cells[this.cellOf(id, hash)] = place;
    this.used += 1;
  }

  delete(id: number, hash: number): void {
    let hole = this.cellOf(id, hash);
    let cell = hole;
    for (;;) {
      cell = (cell + 1) & this.mask;
      const place = int(this.cells, cell);
      if (place === NONE) break;
      const home = hashOf(this.idAt(place)) & this.mask;
      // One whose search begins behind the hole is found without crossing it.
      if (((cell - home) & this.mask) < ((cell - hole) & this.mask)) continue;
      this.cells[hole] = place;
      hole = cell;
    }
    this.cells[hole] = NONE;
    this.used -= 1;
  }

  /** The cell with the id's place, or the free one where it belongs. */
  private cellOf(id: number, hash: number): number {
    let cell = hash & this.mask;
    for (;;) {
      const place = int(this.cells, cell);
      if (place === NONE || this.idAt(place) === id) return cell;
      cell = (cell + 1) & this.mask;
    }
  }

  private grow(): void {
    const before = this.cells;
    this.cells = new Int32Array(before.length * 2).fill(NONE);
    this.mask = this.cells.length - 1;
    for (const place of before) {
      if (place === NONE) continue;
      const id = this.idAt(place);
      this.cells[this.cellOf(id, hashOf(id))] = place;
    }
  }
}
