import {
  address,
  amount,
  bool,
  type Codec,
  coded,
  execution,
  feeTerms,
  nullable,
  object,
  optional,
  orderId,
  peg,
  rateKey,
  side,
  storedAs,
  uint,
} from '@exchange/core/message';
import { impliedBought, type OpenOrder } from '../order/open-order';

/** An order in a snapshot: its members as JSON, amounts as decimal text. */
export interface OrderSnapshot {
  readonly orderId: number;
}

/** What is absent in code is null in JSON. */
function orNull<V>(codec: Codec<V>): Codec<V | undefined> {
  const { schema, write, read } = nullable(codec);
  return coded(
    schema,
    (value) => write(value ?? null),
    (json: unknown) => read(json) ?? undefined,
  );
}

const openOrder = object({
  orderId,
  account: address,
  side,
  sellAmount: amount,
  buyAmount: amount,
  sold: amount,
  /** Absent in what is older than versions of the rules. */
  bought: optional(amount),
  sellBook: amount,
  buyBook: amount,
  held: amount,
  rateKey,
  expiresAt: storedAs('leaveAt', uint),
  fees: feeTerms,
  hidden: bool,
  execution: orNull(execution),
  stopRateKey: orNull(rateKey),
  peg: orNull(peg),
});

export const orderToSnapshot = (order: OpenOrder): OrderSnapshot => openOrder.write(order) as OrderSnapshot;

export function orderFromSnapshot(stored: OrderSnapshot): OpenOrder {
  const order = openOrder.read(stored);
  return { ...order, bought: order.bought ?? impliedBought(order) };
}
