import { type Address, orderId, type OrderId, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { MarketInputOf } from '@exchange/core/message';
import type { OpenOrder } from '../order/open-order';
import type { FastBook } from './fast-book';
import type { RecordedOrder } from './order-records';

/**
 * A funded order without a stop or a peg, that needn't be filled in full, in a record of one book's memory and in no
 * book. It can be packed again and again; each time its account and fee terms get a use, which the order takes over that
 * it becomes.
 */
export class PackedOrder {
  readonly place: number;
  private isHeld = false;

  constructor(private readonly book: FastBook) {
    this.place = book.memory.module.takeRecord();
  }

  /** Becomes the order of a command that `isPackable`. */
  pack(command: MarketInputOf<'place'>): this {
    return this.hold(command, ZERO_AMOUNT);
  }

  /** Becomes an order that is being matched, and has no peg. */
  load(order: OpenOrder): this {
    this.hold(order, order.sold);
    this.book.records.setLooseRate(this.place, order.rateKey);
    return this;
  }

  get id(): OrderId {
    return orderId(this.book.records.id(this.place));
  }

  get account(): Address {
    return this.book.records.account(this.place);
  }

  get leaveAt(): number {
    return this.book.records.leaveAt(this.place);
  }

  get isSell(): boolean {
    return this.book.records.isSell(this.place);
  }

  read(): OpenOrder {
    return this.book.records.readLoose(this.place);
  }

  /** Its uses of account and fee terms are another's now. */
  handOver(): void {
    this.isHeld = false;
  }

  /** Ends the uses that nobody took over. */
  release(): void {
    if (this.isHeld) this.book.records.release(this.place);
    this.isHeld = false;
  }

  private hold(order: RecordedOrder, sold: TokenAmount): this {
    this.release();
    this.book.records.writeUsual(this.place, order, sold);
    this.isHeld = true;
    return this;
  }
}

/** Whether it can be packed. */
export const isPackable = ({ stopRateKey, peg, execution }: MarketInputOf<'place'>): boolean =>
  stopRateKey === undefined && peg === undefined && execution !== 'fill_or_kill';
