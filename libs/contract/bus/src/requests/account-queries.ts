import { execution, signatureFormat } from '@exchange/core/message';
import { Type } from '@sinclair/typebox';
import { AddressText, Fields, HashText, schemaOf, SideText, TermsText, Text, Uint } from '../fields';
import { AccountNotice } from '../notices/account-notice';
import { defineRequest } from '../request';
import {
  BalanceView,
  DelegateView,
  EntryView,
  FeeTierView,
  OrderView,
  TraceView,
  UserTradeView,
} from '../views';

/** `account.v1.query.<partition>.<sender>.<kind>` */
const query = (kind: string) => `account.v1.query.*.*.${kind}`;
const accountQuery = { owner: 'account-service', senders: ['ws-gateway'] } as const;

/** A page of a history, newest first: from and to in Unix ms, both inclusive; `before` is an own id, exclusive. */
const PageOfMarket = {
  grant: Text,
  market: Type.Optional(Text),
  from: Type.Optional(Uint),
  to: Type.Optional(Uint),
  before: Type.Optional(Uint),
  limit: Type.Integer({ minimum: 1, maximum: 50 }),
};

/** What an order was placed with, beside what its view shows; `timeInForce` in Unix seconds. */
const PlacedWith = Fields({
  digest: HashText,
  packedHash: HashText,
  signer: AddressText,
  signatureFormat: schemaOf(signatureFormat),
  terms: TermsText,
  timeInForce: Uint,
  rebateToken: SideText,
  /** Absent in orders of earlier releases. */
  execution: Type.Optional(Type.Union([Type.Literal('none'), schemaOf(execution)])),
});

/** One of id, cid, hash; own orders only. */
export const orderQuery = defineRequest({
  ...accountQuery,
  pattern: query('order'),
  request: Fields({
    grant: Text,
    id: Type.Optional(Uint),
    cid: Type.Optional(Uint),
    hash: Type.Optional(HashText),
  }),
  /** `placed` is absent in answers of earlier releases. */
  reply: Fields({ accountSeq: Uint, order: OrderView, placed: Type.Optional(PlacedWith) }),
});

/** Oldest first, as many as a message takes; there are `more` after the last one. */
const ActiveOrders = Fields({ accountSeq: Uint, orders: Type.Array(OrderView), more: Type.Boolean() });

export const activeOrdersQuery = defineRequest({
  ...accountQuery,
  pattern: query('active-orders'),
  request: Fields({ grant: Text }),
  reply: ActiveOrders,
});

/** What follows the order with this id. */
export const activeOrdersAfterQuery = defineRequest({
  ...accountQuery,
  pattern: query('active-orders-after'),
  request: Fields({ grant: Text, id: Uint }),
  reply: ActiveOrders,
});

/** All orders of the account, open or not. Fewer than asked for while `more` is true: to be asked for on. */
export const historicalOrdersQuery = defineRequest({
  ...accountQuery,
  pattern: query('historical-orders'),
  request: Fields(PageOfMarket),
  reply: Fields({ accountSeq: Uint, orders: Type.Array(OrderView), more: Type.Boolean() }),
});

export const userTradesQuery = defineRequest({
  ...accountQuery,
  pattern: query('user-trades'),
  request: Fields(PageOfMarket),
  reply: Fields({ accountSeq: Uint, trades: Type.Array(UserTradeView) }),
});

/** With a market: the entries of its trades alone. */
export const historicalEntriesQuery = defineRequest({
  ...accountQuery,
  pattern: query('historical-entries'),
  request: Fields(PageOfMarket),
  reply: Fields({ accountSeq: Uint, entries: Type.Array(EntryView) }),
});

/** One of orderId and tradeId, own ones only: the way of the order or trade to its block. */
export const traceQuery = defineRequest({
  ...accountQuery,
  pattern: query('trace'),
  request: Fields({ grant: Text, orderId: Type.Optional(Uint), tradeId: Type.Optional(Uint) }),
  reply: Fields({ accountSeq: Uint, trace: TraceView }),
});

/** The account's own name. */
export const usernameQuery = defineRequest({
  ...accountQuery,
  pattern: query('username'),
  request: Fields({ grant: Text }),
  reply: Fields({ accountSeq: Uint, username: Type.Union([Text, Type.Null()]) }),
});

export const balancesQuery = defineRequest({
  ...accountQuery,
  pattern: query('balances'),
  request: Fields({ grant: Text }),
  reply: Fields({ accountSeq: Uint, balances: Type.Array(BalanceView) }),
});

export const delegatesQuery = defineRequest({
  ...accountQuery,
  pattern: query('delegates'),
  request: Fields({ grant: Text }),
  reply: Fields({ accountSeq: Uint, delegates: Type.Array(DelegateView) }),
});

export const feeTierQuery = defineRequest({
  ...accountQuery,
  pattern: query('fee-tier'),
  request: Fields({ grant: Text }),
  reply: Fields({ accountSeq: Uint, feeTier: FeeTierView }),
});

/** The notices after `seq` that are still kept; `complete` is false when older ones are gone: ask for snapshots. */
export const noticesAfterQuery = defineRequest({
  ...accountQuery,
  pattern: query('notices-after'),
  request: Fields({ account: AddressText, seq: Uint }),
  reply: Fields({ accountSeq: Uint, complete: Type.Boolean(), notices: Type.Array(AccountNotice) }),
});

/** The newest accountSeq of accounts of one partition, so that a gateway notices a missed notice. */
export const accountSeqsQuery = defineRequest({
  ...accountQuery,
  pattern: query('account-seqs'),
  request: Fields({ accounts: Type.Array(AddressText, { maxItems: 1000 }) }),
  reply: Fields({ seqs: Type.Array(Fields({ account: AddressText, seq: Uint })) }),
});

/** Whose delegate an address is; any partition's owner knows. */
export const delegateAccountQuery = defineRequest({
  ...accountQuery,
  pattern: query('delegate-account'),
  request: Fields({ delegate: AddressText }),
  reply: Fields({ account: Type.Union([AddressText, Type.Null()]) }),
});
