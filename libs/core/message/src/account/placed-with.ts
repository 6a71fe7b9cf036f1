import { address, hash, object, oneOf, optional, side, uint, type ValueOf } from '../codec';
import { EXECUTIONS } from '../order/order-options';
import { orderTerms, signatureFormat } from '../order/signed-order';

/** What an order was placed with, beside what its view shows; `timeInForce` in Unix seconds. */
export const placedWith = object({
  digest: hash,
  packedHash: hash,
  signer: address,
  signatureFormat,
  terms: orderTerms,
  timeInForce: uint,
  rebateToken: side,
  /** Absent in orders of earlier releases. */
  execution: optional(oneOf('none', ...EXECUTIONS)),
});
export type PlacedWith = ValueOf<typeof placedWith>;
