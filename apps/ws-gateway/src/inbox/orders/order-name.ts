import { type Hash, orderId } from '@exchange/core/kernel';
import type { OrderName } from '@exchange/core/message';

/** What names an order, as account-service takes it. */
export const orderName = ({ id, cid, hash }: { id?: number; cid?: number; hash?: Hash }): OrderName => ({
  ...(id === undefined ? {} : { id: orderId(id) }),
  ...(cid === undefined ? {} : { cid }),
  ...(hash === undefined ? {} : { hash }),
});
