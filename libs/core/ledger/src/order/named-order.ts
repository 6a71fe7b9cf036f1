import { ok, reject, type Result } from '@exchange/core/kernel';
import type { OrderName } from '@exchange/core/message';
import type { Account } from '../account/account';
import type { Order } from './order';

/**
 * The open order of this name (docs/interface, orders). ORDER_NOT_OPEN when there is none, INVALID_FIELD when the name
 * is empty or its parts are of different orders.
 */
export function openOrderNamed(account: Account, name: OrderName): Result<Order> {
  const { cid, hash } = name;
  const named = firstNamed(account, name);
  if (named === undefined) return reject('INVALID_FIELD', 'one of id, cid, hash must be given');
  const { order, shown } = named;
  if (order === undefined) return reject('ORDER_NOT_OPEN', `${shown} is not open`);
  if (hash !== undefined && account.orderOfHash(hash) !== order) {
    return reject('INVALID_FIELD', `order ${order.id} does not have the hash ${hash}`);
  }
  if (cid !== undefined && order.cid !== cid) {
    return reject('INVALID_FIELD', `order ${order.id} does not have cid ${cid}`);
  }
  return ok(order);
}

function firstNamed(account: Account, { id, cid, hash }: OrderName) {
  if (id !== undefined) return { order: account.orders.get(id), shown: `order ${id}` };
  if (hash !== undefined) return { order: account.orderOfHash(hash), shown: `an order with hash ${hash}` };
  return cid === undefined
    ? undefined
    : { order: account.orderOfCid(cid), shown: `an order with cid ${cid}` };
}
