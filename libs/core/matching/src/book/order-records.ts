import { type Address, orderId, type RateKey, type TokenAmount } from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';
import {
  ACCOUNT,
  BOUGHT,
  BUY_AMOUNT,
  BUY_BOOK,
  CONDITIONAL,
  EXECUTION_SHIFT,
  EXPIRES_AT,
  FEES,
  FLAGS,
  HIDDEN,
  ID,
  LEVEL,
  LEVEL_RATE_KEY,
  SELL_AMOUNT,
  SELL_BOOK,
  SELLS,
  SOLD,
} from '../../assembly/border';
import type { OpenOrder, OrderProgress } from '../order/open-order';
import { executionAt, executionCode } from '../tape/codes';
import type { BookMemory } from './book-memory';
import { Interned } from './interned';

/** What few orders have. */
type Condition = Pick<OpenOrder, 'peg' | 'stopRateKey' | 'held'>;

/** What a record says of a plain order, whether it has been placed yet or not. */
export type RecordedOrder = Omit<
  OpenOrder,
  keyof Condition | 'rateKey' | 'sold' | 'bought' | 'hidden' | 'execution'
> &
  Partial<Pick<OpenOrder, 'hidden' | 'execution'>>;

/** Orders in the records of a book's memory. What few orders have, texts and fee terms are beside it. */
export class OrderRecords {
  readonly accounts: Interned<Address, Address>;
  readonly fees: Interned<bigint, FeeTerms>;
  private readonly conditions = new Map<number, Condition>();

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
        a.version === b.version &&
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

  /**
   * Writes an order, which gets uses of its account and its fee terms, to a record that is nobody's; what it sold and bought
   * is left out.
   */
  writePlain(place: number, order: RecordedOrder): void {
    const { memory } = this;
    memory.setWide(place + ID, order.orderId);
    memory.setWord(place + ACCOUNT, this.accounts.take(order.account));
    this.writeTerms(place, order);
    this.writeOffer(place, order);
  }

  /** What it sold and bought. */
  writeTraded(place: number, { sold, bought }: Pick<OpenOrder, 'sold' | 'bought'>): void {
    this.memory.setAmount(place + SOLD, sold);
    this.memory.setAmount(place + BOUGHT, bought);
  }

  write(place: number, order: OpenOrder): void {
    this.writePlain(place, order);
    this.writeTraded(place, order);
    this.keepConditions(place, order);
  }

  /** Writes what an edit changes. */
  replace(place: number, order: OpenOrder): void {
    this.fees.giveBack(this.memory.word(place + FEES));
    this.writeTerms(place, order);
    this.writeTraded(place, order);
    this.writeOffer(place, order);
    this.keepConditions(place, order);
  }

  progress(place: number, progress: OrderProgress): void {
    const { peg, stopRateKey } = this.conditions.get(place) ?? {};
    const { sellBook, held } = progress;
    this.writeTraded(place, progress);
    this.writeOffer(place, progress);
    this.keepConditions(place, { peg, stopRateKey, held, sellBook });
  }

  /** Ends the uses of account and fee terms of an order in no book. */
  release(place: number): void {
    this.accounts.giveBack(this.memory.word(place + ACCOUNT));
    this.fees.giveBack(this.memory.word(place + FEES));
  }

  /** Forgets what is beside a record, which is nobody's now. */
  forgetConditions(place: number): void {
    if (this.conditions.size > 0) this.conditions.delete(place);
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

  private readAt(place: number, rateKey: number): OpenOrder {
    const { memory } = this;
    const flags = this.flags(place);
    const amountAt = (offset: number) => memory.amount(place + offset) as TokenAmount;
    const sellBook = amountAt(SELL_BOOK);
    const rare = (flags & CONDITIONAL) === 0 ? undefined : this.conditions.get(place);
    return {
      orderId: orderId(this.id(place)),
      account: this.account(place),
      side: (flags & SELLS) === 0 ? 'buy' : 'sell',
      sellAmount: amountAt(SELL_AMOUNT),
      buyAmount: amountAt(BUY_AMOUNT),
      rateKey: rateKey as RateKey,
      expiresAt: memory.wide(place + EXPIRES_AT),
      fees: this.fees.get(memory.word(place + FEES)),
      hidden: (flags & HIDDEN) !== 0,
      execution: executionAt(flags >>> EXECUTION_SHIFT),
      stopRateKey: rare?.stopRateKey,
      peg: rare?.peg,
      sold: amountAt(SOLD),
      bought: amountAt(BOUGHT),
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
    const flags = (order.side === 'sell' ? SELLS : 0) | (order.hidden === true ? HIDDEN : 0);
    memory.setWord(place + FLAGS, flags | (executionCode(order.execution) << EXECUTION_SHIFT));
    memory.setWide(place + EXPIRES_AT, order.expiresAt);
    memory.setWord(place + FEES, this.fees.take(order.fees));
    memory.setAmount(place + SELL_AMOUNT, order.sellAmount);
    memory.setAmount(place + BUY_AMOUNT, order.buyAmount);
  }

  private writeOffer(place: number, { sellBook, buyBook }: Pick<OpenOrder, 'sellBook' | 'buyBook'>): void {
    const { memory } = this;
    memory.setAmount(place + SELL_BOOK, sellBook);
    memory.setAmount(place + BUY_BOOK, buyBook);
  }

  private keepConditions(
    place: number,
    { peg, stopRateKey, held, sellBook }: Condition & Pick<OpenOrder, 'sellBook'>,
  ): void {
    const plainFlags = this.flags(place) & ~CONDITIONAL;
    if (peg === undefined && stopRateKey === undefined && held === sellBook) {
      this.conditions.delete(place);
      this.memory.setWord(place + FLAGS, plainFlags);
    } else {
      this.conditions.set(place, { peg, stopRateKey, held });
      this.memory.setWord(place + FLAGS, plainFlags | CONDITIONAL);
    }
  }
}
