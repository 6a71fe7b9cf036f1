import { orderId, type Address, type RateKey, type TokenAmount } from '@exchange/core/kernel';
import type { CarriedFees, Execution, OpenOrder, OrderProgress } from '../open-order';
import { big, float, grownBigs, grownCapacity, grownFloats, grownInts, int, NONE } from './cells';
import { Interned } from './interned';

const FIRST_CAPACITY = 64;
/** Two limbs of 64 bits for each amount: exact up to 2^128−1. */
const AMOUNT_CELLS = 2;
const SELL_AMOUNT = 0;
const BUY_AMOUNT = AMOUNT_CELLS;
const SOLD = 2 * AMOUNT_CELLS;
const SELL_BOOK = 3 * AMOUNT_CELLS;
const BUY_BOOK = 4 * AMOUNT_CELLS;
const ORDER_CELLS = 5 * AMOUNT_CELLS;

const LIMB_BITS = 64n;
const LIMB = 1n << LIMB_BITS;

const SELLS = 1;
const HIDDEN = 2;
const UNUSUAL = 4;
const EXECUTION_SHIFT = 3;
const EXECUTIONS: readonly (Execution | undefined)[] = [
  undefined,
  'post_only',
  'immediate_or_cancel',
  'fill_or_kill',
];

/** What few orders have: a peg, a stop, or more held than they offer. */
type Unusual = Pick<OpenOrder, 'peg' | 'stopRateKey' | 'held'>;

const feesKey = ({ makerPpm, takerPpm, settlementFee, rebateToken }: CarriedFees): string =>
  `${makerPpm},${takerPpm},${settlementFee},${rebateToken}`;

/**
 * The orders of a book as cells of typed arrays: about 120 bytes each, no object that a garbage collector would visit.
 * Places of orders that left are used again.
 */
export class OrderPool {
  ids = new Float64Array(FIRST_CAPACITY);
  leaveAt = new Float64Array(FIRST_CAPACITY);
  /** Neighbours in the queue of the level. */
  next = new Int32Array(FIRST_CAPACITY);
  previous = new Int32Array(FIRST_CAPACITY);
  levels = new Int32Array(FIRST_CAPACITY);
  private rateKeys = new Int32Array(FIRST_CAPACITY);
  private flags = new Int32Array(FIRST_CAPACITY);
  private accounts = new Int32Array(FIRST_CAPACITY);
  private fees = new Int32Array(FIRST_CAPACITY);
  private amounts = new BigUint64Array(FIRST_CAPACITY * ORDER_CELLS);
  private readonly unusual = new Map<number, Unusual>();
  private readonly knownAccounts = new Interned<Address>((account) => account);
  private readonly knownFees = new Interned<CarriedFees>(feesKey);
  private made = 0;
  private firstFree = NONE;

  /** Places that there is memory for. */
  get capacity(): number {
    return this.ids.length;
  }

  /** Takes an order in; its place is its own until it leaves. */
  add(order: OpenOrder): number {
    const place = this.freePlace();
    this.ids[place] = order.orderId;
    this.rateKeys[place] = order.rateKey;
    this.accounts[place] = this.knownAccounts.take(order.account);
    this.fees[place] = this.knownFees.take(order.fees);
    this.write(place, order);
    return place;
  }

  /** Changes an order; its id and account stay. */
  replace(place: number, order: OpenOrder): void {
    const fees = this.knownFees.take(order.fees);
    this.knownFees.giveBack(int(this.fees, place));
    this.fees[place] = fees;
    this.write(place, order);
  }

  remove(place: number): void {
    this.knownAccounts.giveBack(int(this.accounts, place));
    this.knownFees.giveBack(int(this.fees, place));
    if ((int(this.flags, place) & UNUSUAL) !== 0) this.unusual.delete(place);
    this.next[place] = this.firstFree;
    this.firstFree = place;
  }

  progress(place: number, { sold, sellBook, buyBook, held }: OrderProgress): void {
    this.setAmount(place, SOLD, sold);
    this.setAmount(place, SELL_BOOK, sellBook);
    this.setAmount(place, BUY_BOOK, buyBook);
    const rare = (int(this.flags, place) & UNUSUAL) === 0 ? undefined : this.unusual.get(place);
    this.keepUnusual(place, { peg: rare?.peg, stopRateKey: rare?.stopRateKey, held }, sellBook);
  }

  isHidden(place: number): boolean {
    return (int(this.flags, place) & HIDDEN) !== 0;
  }

  isSell(place: number): boolean {
    return (int(this.flags, place) & SELLS) !== 0;
  }

  rateKey(place: number): number {
    return int(this.rateKeys, place);
  }

  /** Counted in the traded token. */
  quantity(place: number): TokenAmount {
    return this.amountOf(place, this.isSell(place) ? SELL_BOOK : BUY_BOOK);
  }

  read(place: number): OpenOrder {
    const flags = int(this.flags, place);
    const sellBook = this.amountOf(place, SELL_BOOK);
    const rare = (flags & UNUSUAL) === 0 ? undefined : this.unusual.get(place);
    return {
      orderId: orderId(float(this.ids, place)),
      account: this.knownAccounts.get(int(this.accounts, place)),
      side: (flags & SELLS) === 0 ? 'buy' : 'sell',
      sellAmount: this.amountOf(place, SELL_AMOUNT),
      buyAmount: this.amountOf(place, BUY_AMOUNT),
      rateKey: int(this.rateKeys, place) as RateKey,
      leaveAt: float(this.leaveAt, place),
      fees: this.knownFees.get(int(this.fees, place)),
      hidden: (flags & HIDDEN) !== 0,
      execution: EXECUTIONS[flags >>> EXECUTION_SHIFT],
      stopRateKey: rare?.stopRateKey,
      peg: rare?.peg,
      sold: this.amountOf(place, SOLD),
      sellBook,
      buyBook: this.amountOf(place, BUY_BOOK),
      held: rare === undefined ? sellBook : rare.held,
    };
  }

  private write(place: number, order: OpenOrder): void {
    const { side, hidden, execution, sellBook } = order;
    this.flags[place] =
      (side === 'sell' ? SELLS : 0) |
      (hidden ? HIDDEN : 0) |
      (int(this.flags, place) & UNUSUAL) |
      (EXECUTIONS.indexOf(execution) << EXECUTION_SHIFT);
    this.leaveAt[place] = order.leaveAt;
    this.setAmount(place, SELL_AMOUNT, order.sellAmount);
    this.setAmount(place, BUY_AMOUNT, order.buyAmount);
    this.setAmount(place, SOLD, order.sold);
    this.setAmount(place, SELL_BOOK, sellBook);
    this.setAmount(place, BUY_BOOK, order.buyBook);
    this.keepUnusual(place, order, sellBook);
  }

  private keepUnusual(place: number, { peg, stopRateKey, held }: Unusual, sellBook: TokenAmount): void {
    const flags = int(this.flags, place);
    if (peg !== undefined || stopRateKey !== undefined || held !== sellBook) {
      this.unusual.set(place, { peg, stopRateKey, held });
      this.flags[place] = flags | UNUSUAL;
    } else if ((flags & UNUSUAL) !== 0) {
      this.unusual.delete(place);
      this.flags[place] = flags & ~UNUSUAL;
    }
  }

  private amountOf(place: number, which: number): TokenAmount {
    const cell = place * ORDER_CELLS + which;
    const low = big(this.amounts, cell);
    const high = big(this.amounts, cell + 1);
    return (high === 0n ? low : (high << LIMB_BITS) | low) as TokenAmount;
  }

  private setAmount(place: number, which: number, value: TokenAmount): void {
    const cell = place * ORDER_CELLS + which;
    // A cell takes the lowest 64 bits of what is written to it.
    this.amounts[cell] = value;
    this.amounts[cell + 1] = value < LIMB ? 0n : value >> LIMB_BITS;
  }

  private freePlace(): number {
    const reused = this.firstFree;
    if (reused !== NONE) {
      this.firstFree = int(this.next, reused);
      this.flags[reused] = 0;
      return reused;
    }
    if (this.made === this.capacity) this.grow(grownCapacity(this.capacity));
    this.made += 1;
    return this.made - 1;
  }

  private grow(capacity: number): void {
    this.ids = grownFloats(this.ids, capacity);
    this.leaveAt = grownFloats(this.leaveAt, capacity);
    this.next = grownInts(this.next, capacity);
    this.previous = grownInts(this.previous, capacity);
    this.levels = grownInts(this.levels, capacity);
    this.rateKeys = grownInts(this.rateKeys, capacity);
    this.flags = grownInts(this.flags, capacity);
    this.accounts = grownInts(this.accounts, capacity);
    this.fees = grownInts(this.fees, capacity);
    this.amounts = grownBigs(this.amounts, capacity * ORDER_CELLS);
  }
}
