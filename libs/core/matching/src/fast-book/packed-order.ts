import { amount } from '@exchange/core/kernel';
import type { PlaceCommand } from '../command';
import { NONE, writeAmount } from './cells';
import {
  AMOUNT_WORDS,
  BUY_AMOUNT,
  BUY_BOOK,
  flagsOf,
  type OrderPool,
  SELL_AMOUNT,
  SELL_BOOK,
} from './order-pool';

/**
 * A funded order without a stop or a peg, that needn't be filled in full, in the words of one book's pool. It can be
 * packed again and again; each time its account and fee terms get a use, which the order takes over that it becomes.
 */
export class PackedOrder {
  orderId = 0;
  account = NONE;
  fees = NONE;
  /** Side, hidden and execution. */
  flags = 0;
  leaveAt = 0;
  /** As in the order's record. */
  readonly amounts = new Int32Array(new ArrayBuffer(AMOUNT_WORDS * 4));
  private readonly halves = new BigUint64Array(this.amounts.buffer);

  constructor(readonly pool: OrderPool) {}

  /** Becomes the order of a command that `isPackable`. */
  pack({ orderId, account, side, hidden = false, execution, leaveAt, fees, ...amounts }: PlaceCommand): this {
    this.release();
    this.orderId = orderId;
    this.account = this.pool.accounts.take(account);
    this.fees = this.pool.fees.take(fees);
    this.flags = flagsOf({ side, hidden, execution });
    this.leaveAt = leaveAt;
    writeAmount(this.halves, SELL_AMOUNT, amount(amounts.sellAmount));
    writeAmount(this.halves, BUY_AMOUNT, amount(amounts.buyAmount));
    writeAmount(this.halves, SELL_BOOK, amount(amounts.sellBook));
    writeAmount(this.halves, BUY_BOOK, amount(amounts.buyBook));
    return this;
  }

  /** Its account and fee terms are another's now. */
  handOver(): void {
    this.account = NONE;
    this.fees = NONE;
  }

  /** Ends the uses that nobody took over. */
  release(): void {
    if (this.account === NONE) return;
    this.pool.accounts.giveBack(this.account);
    this.pool.fees.giveBack(this.fees);
    this.handOver();
  }
}

/** Whether it can be packed. */
export const isPackable = ({ stopRateKey, peg, execution }: PlaceCommand): boolean =>
  stopRateKey === undefined && peg === undefined && execution !== 'fill_or_kill';
