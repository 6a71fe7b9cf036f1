import type { Result } from '@exchange/core/kernel';
import { atLeastOne, define, exactlyOne, invalid } from './definition';
import {
  addressText,
  amountText,
  choice,
  currency,
  flag,
  hashText,
  marketName,
  optional,
  rateText,
  signatureFormat,
  signatureText,
  uint,
  uintOrFlag,
} from './field';

/** What can be said at placement and changed by an edit. */
const changeable = {
  hidden: optional(flag()),
  timeInForce: optional(uintOrFlag()),
  stopRate: optional(rateText()),
  peggedTo: optional(currency()),
  peggedRate: optional(rateText()),
  buyBookAmount: optional(amountText()),
  sellBookAmount: optional(amountText()),
};

interface PegFields {
  peggedTo?: string;
  peggedRate?: string;
}

function checkPeg(order: PegFields): Result<never> | undefined {
  if ((order.peggedTo === undefined) === (order.peggedRate === undefined)) return undefined;
  return invalid('peggedTo and peggedRate must be given together');
}

const EXCLUSIVE = ['postOnly', 'immediateOrCancel', 'fillOrKill'] as const;

function checkExclusive(
  order: Partial<Record<(typeof EXCLUSIVE)[number], boolean>>,
): Result<never> | undefined {
  if (EXCLUSIVE.filter((option) => order[option] === true).length <= 1) return undefined;
  return invalid(`at most one of ${EXCLUSIVE.join(', ')} may be true`);
}

/** Orders (seed: placeOrder fields; docs/interface, orders). */
export const orderCommands = {
  placeOrder: define({
    fields: {
      market: marketName(),
      buyToken: addressText(),
      sellToken: addressText(),
      buyAmount: amountText(),
      sellAmount: amountText(),
      expiry: uint(0, 2 ** 32 - 1),
      nonce: uint(),
      signature: signatureText(),
      signatureFormat: signatureFormat(),
      cid: optional(uint()),
      postOnly: optional(flag()),
      immediateOrCancel: optional(flag()),
      fillOrKill: optional(flag()),
      rebateToken: optional(choice('buy', 'sell')),
      ...changeable,
    },
    tenths: 15,
    right: 'account',
    check: (order) => checkExclusive(order) ?? checkPeg(order),
  }),
  editOrder: define({
    fields: { id: optional(uint()), cid: optional(uint()), ...changeable },
    tenths: 10,
    right: 'account',
    check: (edit) => atLeastOne('id', 'cid')({ ...edit }) ?? checkPeg(edit),
  }),
  cancelOrder: define({
    fields: { id: optional(uint()), cid: optional(uint()) },
    tenths: 5,
    right: 'account',
    check: exactlyOne('id', 'cid'),
  }),
  cancelOrders: define({ fields: { market: optional(marketName()) }, tenths: 20, right: 'account' }),
  getOrder: define({
    fields: { id: optional(uint()), cid: optional(uint()), hash: optional(hashText()) },
    tenths: 5,
    right: 'account',
    check: exactlyOne('id', 'cid', 'hash'),
  }),
  getActiveOrderSnapshot: define({ fields: {}, tenths: 20, right: 'account' }),
  signOrderCancellation: define({ fields: { hash: hashText() }, tenths: 25, right: 'account' }),
  getTrace: define({
    fields: { orderId: optional(uint()), tradeId: optional(uint()) },
    tenths: 10,
    right: 'account',
    check: exactlyOne('orderId', 'tradeId'),
  }),
};
