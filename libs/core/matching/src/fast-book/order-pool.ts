import { type Address, DefectError, orderId, type RateKey, type TokenAmount } from '@exchange/core/kernel';
import type { CarriedFees, Execution, OpenOrder, OrderProgress } from '../open-order';
import { int, NONE, readAmount, readWide, writeAmount, writeWide } from './cells';
import { Interned } from './interned';

/** Words of an order's record. */
const RECORD = 28;
/** Words of an order's links, which are apart from the records: those of neighbours are changed most. */
const LINKS_BITS = 2;
/** Orders in a page: growing never copies one, and adds half a megabyte at a time. */
const PAGE_BITS = 12;
const PAGE_ORDERS = 1 << PAGE_BITS;

/* Words of a record. Amounts are four each, exact up to 2^128−1, and first. */
export const SELL_AMOUNT = 0;
export const BUY_AMOUNT = 4;
export const SOLD = 8;
export const SELL_BOOK = 12;
export const BUY_BOOK = 16;
export const AMOUNT_WORDS = 20;
const ID = 20;
const LEAVE_AT = 22;
export const LEVEL = 24;
export const FLAGS = 25;
export const ACCOUNT = 26;
export const FEES = 27;

/* Words of an order's links: neighbours in the queue of its level, and among those that leave at about the same time. */
export const NEXT = 0;
export const PREVIOUS = 1;
export const NEXT_LEAVING = 2;
export const PREVIOUS_LEAVING = 3;

export const SELLS = 1;
export const HIDDEN = 2;
/** Has a peg or a stop, or more held than it offers. */
export const UNUSUAL = 4;
const EXECUTION_SHIFT = 3;
const EXECUTIONS: readonly (Execution | undefined)[] = [
  undefined,
  'post_only',
  'immediate_or_cancel',
  'fill_or_kill',
];

type Unusual = Pick<OpenOrder, 'peg' | 'stopRateKey' | 'held'>;

/** An order's flags, but for `UNUSUAL`. */
export const flagsOf = ({
  side,
  hidden,
  execution,
}: Pick<OpenOrder, 'side' | 'hidden' | 'execution'>): number =>
  (side === 'sell' ? SELLS : 0) | (hidden ? HIDDEN : 0) | (EXECUTIONS.indexOf(execution) << EXECUTION_SHIFT);

export const executionOf = (flags: number): Execution | undefined => EXECUTIONS[flags >>> EXECUTION_SHIFT];

/**
 * The orders of a book as 32 words each in pages: 128 bytes, no object that a garbage collector would visit.
 * Places of orders that left are used again. What few orders have is in a map.
 */
export class OrderPool {
  readonly accounts = new Interned<Address, Address>(
    (account) => account,
    () => true,
  );
  readonly fees = new Interned<string, CarriedFees>(
    ({ settlementFee }) => settlementFee,
    (a, b) =>
      a.makerPpm === b.makerPpm &&
      a.takerPpm === b.takerPpm &&
      a.rebateToken === b.rebateToken &&
      a.settlementFee === b.settlementFee,
  );
  private readonly pages: Int32Array[] = [];
  /** The same pages by halves of amounts. */
  private readonly halves: BigUint64Array[] = [];
  private readonly links: Int32Array[] = [];
  private readonly unusual = new Map<number, Unusual>();
  private made = 0;
  private firstFree = NONE;

  /** The page that a place is in. */
  page(place: number): Int32Array {
    return this.pages[place >>> PAGE_BITS] as Int32Array;
  }

  /** Where its record begins in its page. */
  record(place: number): number {
    return (place & (PAGE_ORDERS - 1)) * RECORD;
  }

  link(place: number, which: number): number {
    const links = this.links[place >>> PAGE_BITS] as Int32Array;
    return int(links, ((place & (PAGE_ORDERS - 1)) << LINKS_BITS) + which);
  }

  setLink(place: number, which: number, other: number): void {
    const links = this.links[place >>> PAGE_BITS] as Int32Array;
    links[((place & (PAGE_ORDERS - 1)) << LINKS_BITS) + which] = other;
  }

  get(place: number, word: number): number {
    return int(this.page(place), this.record(place) + word);
  }

  set(place: number, word: number, value: number): void {
    this.page(place)[this.record(place) + word] = value;
  }

  id(place: number): number {
    return this.idOf(this.page(place), this.record(place));
  }

  idOf(page: Int32Array, record: number): number {
    return readWide(page, record + ID);
  }

  leaveAt(place: number): number {
    return this.leaveAtOf(this.page(place), this.record(place));
  }

  leaveAtOf(page: Int32Array, record: number): number {
    return readWide(page, record + LEAVE_AT);
  }

  /**
   * A place for an order, which is its own until it leaves. What isn't written here is for the caller to write.
   * @param account a use of its number in `accounts`, @param fees and one in `fees`, which become the order's
   */
  take(id: number, leaveAt: number, flags: number, account: number, fees: number): number {
    const place = this.freePlace();
    const page = this.page(place);
    const record = this.record(place);
    writeWide(page, record + ID, id);
    writeWide(page, record + LEAVE_AT, leaveAt);
    page[record + FLAGS] = flags;
    page[record + ACCOUNT] = account;
    page[record + FEES] = fees;
    return place;
  }

  add(order: OpenOrder): number {
    const { account, fees, leaveAt } = order;
    const place = this.take(order.orderId, leaveAt, 0, this.accounts.take(account), this.fees.take(fees));
    this.write(place, order);
    return place;
  }

  /** Changes an order; its id and account stay. */
  replace(place: number, order: OpenOrder): void {
    const fees = this.fees.take(order.fees);
    this.fees.giveBack(this.get(place, FEES));
    this.set(place, FEES, fees);
    writeWide(this.page(place), this.record(place) + LEAVE_AT, order.leaveAt);
    this.write(place, order);
  }

  remove(place: number): void {
    const page = this.page(place);
    const record = this.record(place);
    this.accounts.giveBack(int(page, record + ACCOUNT));
    this.fees.giveBack(int(page, record + FEES));
    if ((int(page, record + FLAGS) & UNUSUAL) !== 0) this.unusual.delete(place);
    this.setLink(place, NEXT, this.firstFree);
    this.firstFree = place;
  }

  progress(place: number, { sold, sellBook, buyBook, held }: OrderProgress): void {
    this.setAmount(place, SOLD, sold);
    this.setAmount(place, SELL_BOOK, sellBook);
    this.setAmount(place, BUY_BOOK, buyBook);
    const rare = (this.get(place, FLAGS) & UNUSUAL) === 0 ? undefined : this.unusual.get(place);
    this.keepUnusual(place, { peg: rare?.peg, stopRateKey: rare?.stopRateKey, held }, sellBook);
  }

  isHidden(place: number): boolean {
    return (this.get(place, FLAGS) & HIDDEN) !== 0;
  }

  isSell(place: number): boolean {
    return (this.get(place, FLAGS) & SELLS) !== 0;
  }

  /** The word where its quantity, which is counted in the traded token, begins. */
  quantityWord(place: number): number {
    return this.isSell(place) ? SELL_BOOK : BUY_BOOK;
  }

  read(place: number, rateKey: number): OpenOrder {
    const flags = this.get(place, FLAGS);
    const sellBook = this.amount(place, SELL_BOOK);
    const rare = (flags & UNUSUAL) === 0 ? undefined : this.unusual.get(place);
    return {
      orderId: orderId(this.id(place)),
      account: this.accounts.get(this.get(place, ACCOUNT)),
      side: (flags & SELLS) === 0 ? 'buy' : 'sell',
      sellAmount: this.amount(place, SELL_AMOUNT),
      buyAmount: this.amount(place, BUY_AMOUNT),
      rateKey: rateKey as RateKey,
      leaveAt: this.leaveAt(place),
      fees: this.fees.get(this.get(place, FEES)),
      hidden: (flags & HIDDEN) !== 0,
      execution: executionOf(flags),
      stopRateKey: rare?.stopRateKey,
      peg: rare?.peg,
      sold: this.amount(place, SOLD),
      sellBook,
      buyBook: this.amount(place, BUY_BOOK),
      held: rare === undefined ? sellBook : rare.held,
    };
  }

  private write(place: number, order: OpenOrder): void {
    this.set(place, FLAGS, flagsOf(order) | (this.get(place, FLAGS) & UNUSUAL));
    this.setAmount(place, SELL_AMOUNT, order.sellAmount);
    this.setAmount(place, BUY_AMOUNT, order.buyAmount);
    this.setAmount(place, SOLD, order.sold);
    this.setAmount(place, SELL_BOOK, order.sellBook);
    this.setAmount(place, BUY_BOOK, order.buyBook);
    this.keepUnusual(place, order, order.sellBook);
  }

  private keepUnusual(place: number, { peg, stopRateKey, held }: Unusual, sellBook: TokenAmount): void {
    const flags = this.get(place, FLAGS);
    if (peg !== undefined || stopRateKey !== undefined || held !== sellBook) {
      this.unusual.set(place, { peg, stopRateKey, held });
      this.set(place, FLAGS, flags | UNUSUAL);
    } else if ((flags & UNUSUAL) !== 0) {
      this.unusual.delete(place);
      this.set(place, FLAGS, flags & ~UNUSUAL);
    }
  }

  private amount(place: number, word: number): TokenAmount {
    return readAmount(this.halvesOf(place), this.record(place) + word) as TokenAmount;
  }

  private setAmount(place: number, word: number, value: TokenAmount): void {
    writeAmount(this.halvesOf(place), this.record(place) + word, value);
  }

  private halvesOf(place: number): BigUint64Array {
    return this.halves[place >>> PAGE_BITS] as BigUint64Array;
  }

  private freePlace(): number {
    const reused = this.firstFree;
    if (reused !== NONE) {
      this.firstFree = this.link(reused, NEXT);
      return reused;
    }
    const place = this.made;
    if (place === this.pages.length * PAGE_ORDERS) this.addPage();
    this.made += 1;
    return place;
  }

  private addPage(): void {
    if (this.pages.length === 1 << (31 - PAGE_BITS)) throw new DefectError('the book has no place left');
    const page = new Int32Array(PAGE_ORDERS * RECORD);
    this.pages.push(page);
    this.halves.push(new BigUint64Array(page.buffer));
    this.links.push(new Int32Array(PAGE_ORDERS << LINKS_BITS));
  }
}
