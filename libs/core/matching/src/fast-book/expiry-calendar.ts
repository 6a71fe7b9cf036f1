import { int, NONE, grownInts } from './cells';
import { NEXT_LEAVING, type OrderPool, PREVIOUS_LEAVING } from './order-pool';
import { RateIndex } from './rate-index';

/* Bound once: asking for a global each time is slow where tests run. */
const { floor, min } = Math;

/** Seconds of one page of the calendar. */
const PAGE_SECONDS = 64;
/** Whatever leaves later is on the last page. */
const LAST_PAGE = 2 ** 26 - 1;

const pageOf = (leaveAt: number): number => min(floor(leaveAt / PAGE_SECONDS), LAST_PAGE);

/** All orders by about the moment at which they leave: lists through the orders themselves, one for each page. */
export class ExpiryCalendar {
  private readonly pages = new RateIndex(LAST_PAGE);
  /** The first order of each page's list, by the list's number. */
  private firsts = new Int32Array(16);
  private readonly free: number[] = [];
  private made = 0;

  constructor(private readonly pool: OrderPool) {}

  add(place: number, leaveAt: number): void {
    const key = pageOf(leaveAt);
    let list = this.pages.get(key);
    if (list === NONE) {
      list = this.open();
      this.pages.add(key, list);
    }
    const after = int(this.firsts, list);
    this.pool.setLink(place, NEXT_LEAVING, after);
    // What stands before the first is its list, as a negative number.
    this.pool.setLink(place, PREVIOUS_LEAVING, NONE - 1 - list);
    if (after !== NONE) this.pool.setLink(after, PREVIOUS_LEAVING, place);
    this.firsts[list] = place;
  }

  /** @param leaveAt with which it was added */
  remove(place: number, leaveAt: number): void {
    const { pool } = this;
    const after = pool.link(place, NEXT_LEAVING);
    const before = pool.link(place, PREVIOUS_LEAVING);
    if (after !== NONE) pool.setLink(after, PREVIOUS_LEAVING, before);
    if (before >= 0) pool.setLink(before, NEXT_LEAVING, after);
    else {
      const list = NONE - 1 - before;
      this.firsts[list] = after;
      if (after !== NONE) return;
      this.pages.delete(pageOf(leaveAt));
      this.free.push(list);
    }
  }

  /** At most `limit` places of orders that leave at `now` or earlier, by their moment, then by id. */
  due(now: number, limit: number): number[] {
    const found: number[] = [];
    let key = this.pages.lowest();
    while (key !== NONE && key <= pageOf(now) && found.length < limit) {
      found.push(...this.dueOnPage(key, now, limit - found.length));
      key = this.pages.above(key);
    }
    return found;
  }

  private dueOnPage(key: number, now: number, limit: number): number[] {
    const { pool } = this;
    const earliest: number[] = [];
    let place = int(this.firsts, this.pages.get(key));
    for (; place !== NONE; place = pool.link(place, NEXT_LEAVING)) {
      if (pool.leaveAt(place) > now) continue;
      const last = earliest[limit - 1];
      if (last !== undefined && !this.isEarlier(place, last)) continue;
      if (last !== undefined) earliest.pop();
      earliest.splice(this.positionAmong(earliest, place), 0, place);
    }
    return earliest;
  }

  private positionAmong(sorted: readonly number[], place: number): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isEarlier(sorted[middle] as number, place)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isEarlier(a: number, b: number): boolean {
    const { pool } = this;
    const difference = pool.leaveAt(a) - pool.leaveAt(b);
    return difference < 0 || (difference === 0 && pool.id(a) < pool.id(b));
  }

  private open(): number {
    const reused = this.free.pop();
    const list = reused ?? this.made;
    if (reused === undefined) this.made += 1;
    if (list === this.firsts.length) this.firsts = grownInts(this.firsts, list * 2);
    this.firsts[list] = NONE;
    return list;
  }
}
