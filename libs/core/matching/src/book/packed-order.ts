import { orderId, type OrderId } from '@exchange/core/kernel';
import type { MarketInputOf } from '@exchange/core/message';
import type { OpenOrder } from '../order/open-order';
import type { MemoryBook } from './memory-book';
import type { RecordedOrder } from './order-records';

/**
 * A funded order without a stop or a peg, that needn't be filled in full, in a record of one book's memory and in no
 * book. It can be packed again and again; each time its account and fee terms get a use, which the order takes over that
 * it becomes.
 */
export class PackedOrder {
  readonly place: number;
  private isHeld = false;

  constructor(private readonly book: MemoryBook) {
    this.place = book.memory.module.takeRecord();
  }

  /** Becomes the order of a command that `isPlain`; that it traded nothing is for the module to write. */
  pack(command: MarketInputOf<'place'>): this {
    return this.hold(command);
  }

  /** Becomes an order that is being matched, and has no peg. */
  load(order: OpenOrder): this {
    this.hold(order).book.records.writeTraded(this.place, order);
    this.book.records.setLooseRate(this.place, order.rateKey);
    return this;
  }

  get id(): OrderId {
    return orderId(this.book.records.id(this.place));
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

  private hold(order: RecordedOrder): this {
    this.release();
    this.book.records.writePlain(this.place, order);
    this.isHeld = true;
    return this;
  }
}

/** Whether it has no stop and no peg, and needn't be filled in full: then it can be packed. */
export const isPlain = ({ stopRateKey, peg, execution }: MarketInputOf<'place'>): boolean =>
  stopRateKey === undefined && peg === undefined && execution !== 'fill_or_kill';
