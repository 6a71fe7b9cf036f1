import { type Address, orderId, type RateKey, type TokenAmount } from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';
import { EXECUTION_CODES, type OpenOrder, type OrderProgress } from '../order/open-order';
import type { BookMemory } from './book-memory';
import { Interned } from './interned';

/* Where an order's record has what, in bytes: the same as in assembly/order.ts. */
const SELL_AMOUNT = 0;
const BUY_AMOUNT = 16;
const SOLD = 32;
const SELL_BOOK = 64;
const BUY_BOOK = 80;
const ID = 96;
const LEAVE_AT = 104;
/** Its level; of an order in no book its rate key. */
const LEVEL = 112;
const FLAGS = 116;
const ACCOUNT = 120;
const FEES = 124;

const SELLS = 1;
const HIDDEN = 2;
/** Has a peg or a stop, or more held than it offers. */
const UNUSUAL = 4;
const EXECUTION_SHIFT = 3;

/** Where a level has its rate key. */
const LEVEL_RATE_KEY = 44;

/** What few orders have. */
type Unusual = Pick<OpenOrder, 'peg' | 'stopRateKey' | 'held'>;

/** What a record says of an order that is usual, whether it has been placed yet or not. */
export type RecordedOrder = Omit<OpenOrder, keyof Unusual | 'rateKey' | 'sold' | 'hidden' | 'execution'> &
  Partial<Pick<OpenOrder, 'hidden' | 'execution'>>;

/** Orders in the records of a book's memory. What few orders have, texts and fee terms are beside it. */
export class OrderRecords {
  readonly accounts: Interned<Address, Address>;
  readonly fees: Interned<bigint, FeeTerms>;
  private readonly unusual = new Map<number, Unusual>();

  constructor(private readonly memory: BookMemory) {
    const { module } = memory;
    this.accounts = new Interned(memory, {
      keyOf: (account) => account,
      isSame: () => true,
      usesAt: (number) => module.accountUses(number),
    });
    this.fees = new Interned(memory, {
      keyOf: ({ settlementFee }) => settlementFee,
      isSame: (a, b) =>
        a.makerPpm === b.makerPpm &&
        a.takerPpm === b.takerPpm &&
        a.rebateToken === b.rebateToken &&
        a.settlementFee === b.settlementFee,
      usesAt: (number) => module.feeUses(number),
    });
  }

  /** Forgets accounts and fee terms that no order has, when there are many. Not while a tape may still carry them. */
  sweepWhenCrowded(): void {
    if (this.accounts.isCrowded) this.accounts.sweep();
    if (this.fees.isCrowded) this.fees.sweep();
  }

  /** Writes an order, which gets uses of its account and its fee terms, to a record that is nobody's. */
  writeUsual(place: number, order: RecordedOrder, sold: TokenAmount): void {
    const { memory } = this;
    memory.setWide(place + ID, order.orderId);
    memory.setWord(place + ACCOUNT, this.accounts.take(order.account));
    this.writeTerms(place, order);
    this.writeOffer(place, sold, order.sellBook, order.buyBook);
  }

  write(place: number, order: OpenOrder): void {
    this.writeUsual(place, order, order.sold);
    this.keepUnusual(place, order);
  }

  /** Writes what an edit changes. */
  replace(place: number, order: OpenOrder): void {
    this.fees.giveBack(this.memory.word(place + FEES));
    this.writeTerms(place, order);
    this.writeOffer(place, order.sold, order.sellBook, order.buyBook);
    this.keepUnusual(place, order);
  }

  progress(place: number, progress: OrderProgress): void {
    const { peg, stopRateKey } = this.unusual.get(place) ?? {};
    const { sold, sellBook, buyBook, held } = progress;
    this.writeOffer(place, sold, sellBook, buyBook);
    this.keepUnusual(place, { peg, stopRateKey, held, sellBook });
  }

  /** Ends the uses of account and fee terms of an order in no book. */
  release(place: number): void {
    this.accounts.giveBack(this.memory.word(place + ACCOUNT));
    this.fees.giveBack(this.memory.word(place + FEES));
  }

  /** Forgets what is beside a record, which is nobody's now. */
  forgetUnusual(place: number): void {
    if (this.unusual.size > 0) this.unusual.delete(place);
  }

  /** An order of the book. */
  read(place: number): OpenOrder {
    return this.readAt(place, this.rateKey(place));
  }

  /** An order in no book, whose rate key is in its record. */
  readLoose(place: number): OpenOrder {
    return this.readAt(place, this.memory.word(place + LEVEL));
  }

  setLooseRate(place: number, rateKey: number): void {
    this.memory.setWord(place + LEVEL, rateKey);
  }

  id(place: number): number {
    return this.memory.wide(place + ID);
  }

  leaveAt(place: number): number {
    return this.memory.wide(place + LEAVE_AT);
  }

  account(place: number): Address {
    return this.accounts.get(this.memory.word(place + ACCOUNT));
  }

  rateKey(place: number): number {
    return this.memory.word(this.memory.word(place + LEVEL) + LEVEL_RATE_KEY);
  }

  isSell(place: number): boolean {
    return (this.flags(place) & SELLS) !== 0;
  }

  isHidden(place: number): boolean {
    return (this.flags(place) & HIDDEN) !== 0;
  }

  isUnusual(place: number): boolean {
    return (this.flags(place) & UNUSUAL) !== 0;
  }

  private readAt(place: number, rateKey: number): OpenOrder {
    const { memory } = this;
    const flags = this.flags(place);
    const amountAt = (offset: number) => memory.amount(place + offset) as TokenAmount;
    const sellBook = amountAt(SELL_BOOK);
    const rare = (flags & UNUSUAL) === 0 ? undefined : this.unusual.get(place);
    return {
      orderId: orderId(this.id(place)),
      account: this.account(place),
      side: (flags & SELLS) === 0 ? 'buy' : 'sell',
      sellAmount: amountAt(SELL_AMOUNT),
      buyAmount: amountAt(BUY_AMOUNT),
      rateKey: rateKey as RateKey,
      leaveAt: this.leaveAt(place),
      fees: this.fees.get(memory.word(place + FEES)),
      hidden: (flags & HIDDEN) !== 0,
      execution: EXECUTION_CODES[flags >>> EXECUTION_SHIFT],
      stopRateKey: rare?.stopRateKey,
      peg: rare?.peg,
      sold: amountAt(SOLD),
      sellBook,
      buyBook: amountAt(BUY_BOOK),
      held: rare === undefined ? sellBook : rare.held,
    };
  }

  private flags(place: number): number {
    return this.memory.word(place + FLAGS);
  }

  private writeTerms(place: number, order: RecordedOrder): void {
    const { memory } = this;
    const { execution } = order;
    const flags = (order.side === 'sell' ? SELLS : 0) | (order.hidden === true ? HIDDEN : 0);
    const code = execution === undefined ? 0 : EXECUTION_CODES.indexOf(execution);
    memory.setWord(place + FLAGS, flags | (code << EXECUTION_SHIFT));
    memory.setWide(place + LEAVE_AT, order.leaveAt);
    memory.setWord(place + FEES, this.fees.take(order.fees));
    memory.setAmount(place + SELL_AMOUNT, order.sellAmount);
    memory.setAmount(place + BUY_AMOUNT, order.buyAmount);
  }

  private writeOffer(place: number, sold: bigint, sellBook: bigint, buyBook: bigint): void {
    const { memory } = this;
    memory.setAmount(place + SOLD, sold);
    memory.setAmount(place + SELL_BOOK, sellBook);
    memory.setAmount(place + BUY_BOOK, buyBook);
  }

  private keepUnusual(
    place: number,
    { peg, stopRateKey, held, sellBook }: Unusual & Pick<OpenOrder, 'sellBook'>,
  ): void {
    const usualFlags = this.flags(place) & ~UNUSUAL;
    if (peg === undefined && stopRateKey === undefined && held === sellBook) {
      this.unusual.delete(place);
      this.memory.setWord(place + FLAGS, usualFlags);
    } else {
      this.unusual.set(place, { peg, stopRateKey, held });
      this.memory.setWord(place + FLAGS, usualFlags | UNUSUAL);
    }
  }
}
