import {
  address,
  always,
  amount,
  bool,
  delegateView,
  entryId,
  feeTierView,
  hash,
  listedFees,
  listing,
  listOf,
  marketId,
  nullable,
  object,
  oneOf,
  optional,
  orderId,
  orderView,
  placedWith,
  signedAmount,
  text,
  toldEntry,
  traceView,
  tradeId,
  uint,
  userTradeView,
} from '@exchange/core/message';
import { defineRequest } from '../request';
import { query } from './account-subjects';

/** What operators look up in account-service, of whomever it is. To any partition, unless the request says otherwise. */
const asked = { owner: 'account-service', senders: ['operator-gateway'] } as const;

/** All that an account may and has now. To its partition. At most 200 delegates are shown. */
export const accountQuery = defineRequest({
  ...asked,
  pattern: query('account'),
  request: object({ account: address }),
  reply: object({
    /** It had a deposit, a trade, a delegation, or something that an operator did to it. */
    onRecord: bool,
    accountSeq: uint,
    username: nullable(text),
    frozen: bool,
    /** A trade of it is being reversed just now. */
    isReversing: bool,
    /** Tenths of points in 10 s; null for the usual figure. */
    pointTenths: nullable(uint),
    feeTier: feeTierView,
    trades: uint,
    /** Amounts in smallest units of the token. */
    balances: listOf(
      object({
        token: address,
        symbol: text,
        usable: amount,
        held: amount,
        pendingWithdrawal: amount,
        blocked: amount,
        settled: amount,
        boughtUnsettled: signedAmount,
        soldUnsettled: signedAmount,
        shortfall: amount,
      }),
    ),
    openOrders: listOf(object({ market: marketId, count: uint })),
    openEntries: listOf(object({ kind: text, count: uint })),
    delegates: listOf(delegateView),
    moreDelegates: bool,
  }),
});

/** All that is listed, as operators want it, and the fees. To any partition. */
export const listedQuery = defineRequest({
  ...asked,
  pattern: query('listed'),
  request: object({ living: always(true) }),
  reply: object({ listing, fees: listedFees }),
});

/** An order by its id, or by an account and a hash in either form, with its way to the chain. */
export const anyOrderQuery = defineRequest({
  ...asked,
  pattern: query('any-order'),
  request: object({ id: optional(orderId), account: optional(address), hash: optional(hash) }),
  reply: object({ account: address, order: orderView, placed: placedWith, trace: traceView }),
});

/** Both sides of a trade, and its way to the chain. */
export const anyTradeQuery = defineRequest({
  ...asked,
  pattern: query('any-trade'),
  request: object({ tradeId }),
  reply: object({
    sides: listOf(object({ account: address, trade: userTradeView, trace: traceView })),
  }),
});

/** A ledger entry by its id; of a withdrawal also what only the exchange knows of it. `deadline`: Unix seconds. */
export const anyEntryQuery = defineRequest({
  ...asked,
  pattern: query('any-entry'),
  request: object({ id: entryId }),
  reply: object({
    account: address,
    entry: toldEntry,
    open: bool,
    withdrawal: optional(
      object({ by: oneOf('cosigned', 'submitted'), nonce: uint, deadline: uint, signed: bool, fee: amount }),
    ),
  }),
});

/** Where a page of messages ended. */
const messagePlace = object({ at: uint, account: address, number: uint });

/** Messages to the operator, newest first, of one account or of all, at most 50 `before` a place. */
export const messagesQuery = defineRequest({
  ...asked,
  pattern: query('messages'),
  request: object({ account: optional(address), before: optional(messagePlace) }),
  reply: object({
    messages: listOf(object({ ...messagePlace.members, text })),
    more: bool,
  }),
});

/** What accounts lack, in the order of accounts and tokens: those `after` one, at most 500. */
export const shortfallsQuery = defineRequest({
  ...asked,
  pattern: query('shortfalls'),
  request: object({ after: optional(object({ account: address, token: address })) }),
  reply: object({
    shortfalls: listOf(
      object({
        ...{ account: address, token: address, symbol: text, shortfall: amount },
        /** Who was last ordered to pay it in, and when (Unix ms). */
        cover: optional(object({ payer: address, amount, orderedAt: uint })),
      }),
    ),
    more: bool,
  }),
});
