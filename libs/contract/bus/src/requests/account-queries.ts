import { Type } from '@sinclair/typebox';
import { AddressText, Fields, HashText, Text, Uint } from '../fields';
import { AccountNotice } from '../notices/account-notice';
import { defineRequest } from '../request';
import { BalanceView, DelegateView, FeeTierView, OrderView } from '../views';

/** `account.v1.query.<partition>.<sender>.<kind>` */
const query = (kind: string) => `account.v1.query.*.*.${kind}`;
const accountQuery = { owner: 'account-service', senders: ['ws-gateway'] } as const;

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
  reply: Fields({ accountSeq: Uint, order: OrderView }),
});

export const activeOrdersQuery = defineRequest({
  ...accountQuery,
  pattern: query('active-orders'),
  request: Fields({ grant: Text }),
  reply: Fields({ accountSeq: Uint, orders: Type.Array(OrderView) }),
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
