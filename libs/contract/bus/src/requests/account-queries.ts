import { PARTITIONS } from '@exchange/core/kernel';
import {
  accountNotice,
  address,
  always,
  amount,
  balanceView,
  bool,
  delegateView,
  entryId,
  feeTierView,
  hash,
  listOf,
  nullable,
  object,
  optional,
  orderId,
  orderName,
  orderView,
  pageSize,
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

const accountQuery = { owner: 'account-service', senders: ['ws-gateway'] } as const;

/** A page of a history, newest first: from and to in Unix ms, both inclusive; `before` is an own id, exclusive. */
const pageOfMarket = {
  grant: text,
  market: optional(text),
  from: optional(uint),
  to: optional(uint),
  before: optional(uint),
  limit: pageSize,
};

/** One of id, cid, hash; own orders only. */
export const orderQuery = defineRequest({
  ...accountQuery,
  pattern: query('order'),
  request: object({ grant: text, ...orderName.members }),
  /** `placed` is absent in answers of earlier releases. */
  reply: object({ accountSeq: uint, order: orderView, placed: optional(placedWith) }),
});

/** Oldest first, as many as a message takes; there are `more` after the last one. */
const activeOrders = object({ accountSeq: uint, orders: listOf(orderView), more: bool });

export const activeOrdersQuery = defineRequest({
  ...accountQuery,
  pattern: query('active-orders'),
  request: object({ grant: text }),
  reply: activeOrders,
});

/** What follows the order with this id. */
export const activeOrdersAfterQuery = defineRequest({
  ...accountQuery,
  pattern: query('active-orders-after'),
  request: object({ grant: text, id: orderId }),
  reply: activeOrders,
});

/** What follows the entry with this id of the pending entries that a login began with. */
export const pendingEntriesAfterQuery = defineRequest({
  ...accountQuery,
  pattern: query('pending-entries-after'),
  request: object({ grant: text, id: entryId }),
  reply: object({ accountSeq: uint, entries: listOf(toldEntry), more: bool }),
});

/** All orders of the account, open or not. Fewer than asked for while `more` is true: to be asked for on. */
export const historicalOrdersQuery = defineRequest({
  ...accountQuery,
  pattern: query('historical-orders'),
  request: object(pageOfMarket),
  reply: object({ accountSeq: uint, orders: listOf(orderView), more: bool }),
});

export const userTradesQuery = defineRequest({
  ...accountQuery,
  pattern: query('user-trades'),
  request: object(pageOfMarket),
  reply: object({ accountSeq: uint, trades: listOf(userTradeView) }),
});

/** With a market: the entries of its trades alone. */
export const historicalEntriesQuery = defineRequest({
  ...accountQuery,
  pattern: query('historical-entries'),
  request: object(pageOfMarket),
  reply: object({ accountSeq: uint, entries: listOf(toldEntry) }),
});

/** One of orderId and tradeId, own ones only: the way of the order or trade to its block. */
export const traceQuery = defineRequest({
  ...accountQuery,
  pattern: query('trace'),
  request: object({ grant: text, orderId: optional(orderId), tradeId: optional(tradeId) }),
  reply: object({ accountSeq: uint, trace: traceView }),
});

/** The account's own name. */
export const usernameQuery = defineRequest({
  ...accountQuery,
  pattern: query('username'),
  request: object({ grant: text }),
  reply: object({ accountSeq: uint, username: nullable(text) }),
});

export const balancesQuery = defineRequest({
  ...accountQuery,
  pattern: query('balances'),
  request: object({ grant: text }),
  reply: object({ accountSeq: uint, balances: listOf(balanceView) }),
});

export const delegatesQuery = defineRequest({
  ...accountQuery,
  pattern: query('delegates'),
  request: object({ grant: text }),
  reply: object({ accountSeq: uint, delegates: listOf(delegateView) }),
});

export const feeTierQuery = defineRequest({
  ...accountQuery,
  pattern: query('fee-tier'),
  request: object({ grant: text }),
  reply: object({ accountSeq: uint, feeTier: feeTierView }),
});

/** The notices after `seq` that are still kept; `complete` is false when older ones are gone: ask for snapshots. */
export const noticesAfterQuery = defineRequest({
  ...accountQuery,
  pattern: query('notices-after'),
  request: object({ account: address, seq: uint }),
  reply: object({ accountSeq: uint, complete: bool, notices: listOf(accountNotice) }),
});

/**
 * The newest accountSeq of accounts, so that a gateway notices a missed notice. An owner answers for those of its own
 * partitions and says which these are; without it all are.
 */
export const accountSeqsQuery = defineRequest({
  ...accountQuery,
  pattern: query('account-seqs'),
  request: object({ accounts: listOf(address, 1000) }),
  reply: object({
    seqs: listOf(object({ account: address, seq: uint })),
    partitions: optional(listOf(uint, PARTITIONS)),
  }),
});

/** Whose a name is, in any letter case. To partition 0. */
export const namedAccountQuery = defineRequest({
  ...accountQuery,
  pattern: query('named-account'),
  request: object({ username: text }),
  reply: object({ account: nullable(address) }),
});

/** Whose delegate an address is; any partition's owner knows. */
export const delegateAccountQuery = defineRequest({
  ...accountQuery,
  pattern: query('delegate-account'),
  request: object({ delegate: address }),
  reply: object({ account: nullable(address) }),
});

const solvencyQuery = { owner: 'account-service', senders: ['solvency'] } as const;

/**
 * What the accounts of some partitions, and their pools, have as settled: per token, as the tables have it, after the final
 * block that their group applied last (null before any). It says which partitions it answers for: `partition` and a few more
 * of the group, or all of the group without it; where it doesn't say so, for all there are.
 */
export const settledSumsQuery = defineRequest({
  ...solvencyQuery,
  pattern: query('settled-sums'),
  request: object({ now: always(true), partition: optional(uint) }),
  reply: object({
    block: nullable(uint),
    sums: listOf(object({ token: address, settled: signedAmount })),
    partitions: optional(listOf(uint, PARTITIONS)),
  }),
});

/** What each account of one partition has as settled, in the order of accounts, as many as an answer carries. */
export const settledAccountsQuery = defineRequest({
  ...solvencyQuery,
  pattern: query('settled-accounts'),
  request: object({ partition: uint, after: optional(address) }),
  reply: object({
    block: nullable(uint),
    balances: listOf(object({ account: address, token: address, settled: amount })),
    more: bool,
  }),
});

/** The salt of the account's leaves, which is the right to ask for its proof. */
export const solvencySaltQuery = defineRequest({
  ...accountQuery,
  pattern: query('solvency-salt'),
  request: object({ grant: text }),
  reply: object({ accountSeq: uint, salt: hash }),
});
