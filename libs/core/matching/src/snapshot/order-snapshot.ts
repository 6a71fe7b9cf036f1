import { address, amountFrom, orderId, rateKey, type Side } from '@exchange/core/kernel';
import { type Execution, feeTerms } from '@exchange/core/message';
import type { OpenOrder } from '../order/open-order';

/** An order in a snapshot; amounts as decimal text. */
export interface OrderSnapshot {
  readonly orderId: number;
  readonly account: string;
  readonly side: Side;
  readonly sellAmount: string;
  readonly buyAmount: string;
  readonly sold: string;
  readonly sellBook: string;
  readonly buyBook: string;
  readonly held: string;
  readonly rateKey: number;
  readonly leaveAt: number;
  /** JSON of fee terms. */
  readonly fees: unknown;
  readonly hidden: boolean;
  readonly execution: Execution | null;
  readonly stopRateKey: number | null;
  readonly peg: { readonly currency: string; readonly rateKey: number } | null;
}

export function orderToSnapshot(order: OpenOrder): OrderSnapshot {
  const { peg } = order;
  return {
    orderId: order.orderId,
    account: order.account,
    side: order.side,
    sellAmount: order.sellAmount.toString(),
    buyAmount: order.buyAmount.toString(),
    sold: order.sold.toString(),
    sellBook: order.sellBook.toString(),
    buyBook: order.buyBook.toString(),
    held: order.held.toString(),
    rateKey: order.rateKey,
    leaveAt: order.leaveAt,
    fees: feeTerms.write(order.fees),
    hidden: order.hidden,
    execution: order.execution ?? null,
    stopRateKey: order.stopRateKey ?? null,
    peg: peg === undefined ? null : { currency: peg.currency, rateKey: peg.rateKey },
  };
}

export function orderFromSnapshot(order: OrderSnapshot): OpenOrder {
  const { peg, stopRateKey } = order;
  return {
    orderId: orderId(order.orderId),
    account: address(order.account),
    side: order.side,
    sellAmount: amountFrom(order.sellAmount),
    buyAmount: amountFrom(order.buyAmount),
    sold: amountFrom(order.sold),
    sellBook: amountFrom(order.sellBook),
    buyBook: amountFrom(order.buyBook),
    held: amountFrom(order.held),
    rateKey: rateKey(order.rateKey),
    leaveAt: order.leaveAt,
    fees: feeTerms.read(order.fees),
    hidden: order.hidden,
    execution: order.execution ?? undefined,
    stopRateKey: stopRateKey === null ? undefined : rateKey(stopRateKey),
    peg: peg === null ? undefined : { currency: peg.currency, rateKey: rateKey(peg.rateKey) },
  };
}
