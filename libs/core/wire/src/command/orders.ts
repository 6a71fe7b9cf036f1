import { atLeastOne, define, exactlyOne, type FieldRule } from './definition';
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

const wholePeg: FieldRule<{ peggedTo?: string; peggedRate?: string }> = {
  says: 'peggedTo and peggedRate must be given together',
  holds: ({ peggedTo, peggedRate }) => (peggedTo === undefined) === (peggedRate === undefined),
};

const EXCLUSIVE = ['postOnly', 'immediateOrCancel', 'fillOrKill'] as const;

const oneKind: FieldRule<Partial<Record<(typeof EXCLUSIVE)[number], boolean>>> = {
  says: `at most one of ${EXCLUSIVE.join(', ')} may be true`,
  holds: (order) => EXCLUSIVE.filter((option) => order[option] === true).length <= 1,
};

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
    rules: [oneKind, wholePeg],
  }),
  editOrder: define({
    fields: { id: optional(uint()), cid: optional(uint()), ...changeable },
    tenths: 10,
    right: 'account',
    rules: [atLeastOne('id', 'cid'), wholePeg],
  }),
  cancelOrder: define({
    fields: { id: optional(uint()), cid: optional(uint()), hash: optional(hashText()) },
    tenths: 5,
    right: 'account',
    rules: [atLeastOne('id', 'cid', 'hash')],
  }),
  cancelOrders: define({ fields: { market: optional(marketName()) }, tenths: 20, right: 'account' }),
  getOrder: define({
    fields: { id: optional(uint()), cid: optional(uint()), hash: optional(hashText()) },
    tenths: 5,
    right: 'account',
    rules: [exactlyOne('id', 'cid', 'hash')],
  }),
  getOrderTerms: define({
    fields: { id: optional(uint()), cid: optional(uint()), hash: optional(hashText()) },
    tenths: 5,
    right: 'account',
    rules: [exactlyOne('id', 'cid', 'hash')],
  }),
  getActiveOrderSnapshot: define({ fields: {}, tenths: 20, right: 'account' }),
  signOrderCancellation: define({ fields: { hash: hashText() }, tenths: 25, right: 'account' }),
  signMinimumNonce: define({
    fields: { token: addressText(), minNonce: uint(1) },
    tenths: 25,
    right: 'ownKey',
  }),
  getTrace: define({
    fields: { orderId: optional(uint()), tradeId: optional(uint()) },
    tenths: 10,
    right: 'account',
    rules: [exactlyOne('orderId', 'tradeId')],
  }),
};
