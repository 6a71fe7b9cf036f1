import { amount, orderId, type RateKey } from '@exchange/core/kernel';
import type { OpenOrder } from '../open-order';
import { NONE } from './cells';
import { Limbs } from './limbs';
import {
  BUY_AMOUNT,
  BUY_BOOK,
  executionOf,
  flagsOf,
  HIDDEN,
  type OrderPool,
  SELL_AMOUNT,
  SELL_BOOK,
  SELLS,
} from './order-pool';
import type { PackedOrder } from './packed-order';

/** The order that is being matched, which is not in the book, with its amounts in limbs. It has no stop and no peg. */
export class Taker {
  orderId = 0;
  /** Its account and fee terms in the pool, used once each until it is written there or released. */
  account = NONE;
  fees = NONE;
  flags = 0;
  leaveAt = 0;
  rateKey = 0;
  readonly sellAmount = new Limbs();
  readonly buyAmount = new Limbs();
  readonly sold = new Limbs();
  readonly sellBook = new Limbs();
  readonly buyBook = new Limbs();

  constructor(private readonly pool: OrderPool) {}

  get isSell(): boolean {
    return (this.flags & SELLS) !== 0;
  }

  /** A new order, whose uses of its account and fee terms it takes over; its rate is for the caller to set. */
  load(order: PackedOrder): void {
    const { amounts } = order;
    this.orderId = order.orderId;
    this.account = order.account;
    this.fees = order.fees;
    this.flags = order.flags;
    this.leaveAt = order.leaveAt;
    this.sellAmount.load(amounts, SELL_AMOUNT);
    this.buyAmount.load(amounts, BUY_AMOUNT);
    this.sold.size = 0;
    this.sellBook.load(amounts, SELL_BOOK);
    this.buyBook.load(amounts, BUY_BOOK);
    order.handOver();
  }

  loadOpen(order: OpenOrder): void {
    this.orderId = order.orderId;
    this.account = this.pool.accounts.take(order.account);
    this.fees = this.pool.fees.take(order.fees);
    this.flags = flagsOf(order);
    this.leaveAt = order.leaveAt;
    this.rateKey = order.rateKey;
    this.sellAmount.setBigInt(order.sellAmount);
    this.buyAmount.setBigInt(order.buyAmount);
    this.sold.setBigInt(order.sold);
    this.sellBook.setBigInt(order.sellBook);
    this.buyBook.setBigInt(order.buyBook);
  }

  toOpen(): OpenOrder {
    const { flags } = this;
    const sellBook = amount(this.sellBook.toBigInt());
    return {
      orderId: orderId(this.orderId),
      account: this.pool.accounts.get(this.account),
      side: this.isSell ? 'sell' : 'buy',
      sellAmount: amount(this.sellAmount.toBigInt()),
      buyAmount: amount(this.buyAmount.toBigInt()),
      rateKey: this.rateKey as RateKey,
      leaveAt: this.leaveAt,
      fees: this.pool.fees.get(this.fees),
      hidden: (flags & HIDDEN) !== 0,
      execution: executionOf(flags),
      stopRateKey: undefined,
      peg: undefined,
      sold: amount(this.sold.toBigInt()),
      sellBook,
      buyBook: amount(this.buyBook.toBigInt()),
      held: sellBook,
    };
  }

  /** Ends its uses of account and fee terms: it is not in the pool, and no longer here. */
  release(): void {
    this.pool.accounts.giveBack(this.account);
    this.pool.fees.giveBack(this.fees);
  }
}
