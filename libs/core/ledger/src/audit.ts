import type { Address, TokenAmount } from '@exchange/core/kernel';
import type { Account } from './account/account';
import {
  type Balance,
  backing,
  BACKING_BUCKETS,
  type BalanceBucket,
  CLAIM_BUCKETS,
  claims,
} from './account/balance';
import { isClaim, type Pool, type PoolBucket, type PostingLine } from './account/posting';
import { holdFor, totalHold } from './order/hold';
import type { Order } from './order/order';
import { netBought, netSold } from './trade/trade';

/** Sum of all postings ever made to one owner, token and bucket. */
export interface PostingSum {
  readonly owner: Address | Pool;
  readonly token: Address;
  readonly bucket: BalanceBucket | PoolBucket;
  readonly amount: bigint;
}

/** A figure that is not what the record says it must be. */
export interface Discrepancy {
  readonly owner: Address | Pool;
  readonly token: Address;
  readonly figure: string;
  readonly recorded: bigint;
  readonly expected: bigint;
}

/** Sums postings (or sums) by owner, token and bucket; the database can do the same with one GROUP BY. */
export function sumPostings(postings: Iterable<PostingLine | PostingSum>): PostingSum[] {
  const sums = new Map<string, PostingSum>();
  for (const { owner, token, bucket, amount } of postings) {
    const key = `${owner}:${token}:${bucket}`;
    sums.set(key, { owner, token, bucket, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  return [...sums.values()];
}

/**
 * Recomputes accounts from their postings and from what is open, and compares: each figure of each balance; the
 * equation; held, pending and unsettled against open orders, withdrawals and trades; nothing blocked without an exit;
 * shortfalls against what the operator owes; and claims that sum to zero per token. `sums` must be of exactly these
 * accounts and of the pools. Empty when all is right.
 */
export function auditAccounts(accounts: Iterable<Account>, sums: readonly PostingSum[]): Discrepancy[] {
  const bySum = new Map(sums.map((sum) => [`${sum.owner}:${sum.token}:${sum.bucket}`, sum.amount]));
  const tokensOf = new Map<string, Address[]>();
  for (const { owner, token } of sums) tokensOf.set(owner, [...(tokensOf.get(owner) ?? []), token]);
  const found: Discrepancy[] = [...auditZeroSum(sums), ...auditShortfalls(sums)];
  for (const account of accounts) {
    for (const token of new Set([...account.balances.keys(), ...(tokensOf.get(account.address) ?? [])])) {
      const balance = account.balance(token);
      const sumOf = (bucket: BalanceBucket) => bySum.get(`${account.address}:${token}:${bucket}`) ?? 0n;
      for (const difference of auditBalance(account, token, balance, sumOf)) {
        found.push({ owner: account.address, token, ...difference });
      }
    }
  }
  return found;
}

type Difference = Omit<Discrepancy, 'owner' | 'token'>;

function auditBalance(
  account: Account,
  token: Address,
  balance: Balance,
  posted: (bucket: BalanceBucket) => bigint,
): Difference[] {
  const checks: Difference[] = [...CLAIM_BUCKETS, ...BACKING_BUCKETS].map((bucket) => ({
    figure: bucket,
    recorded: balance[bucket],
    expected: posted(bucket),
  }));
  const open = openFigures(account, token);
  checks.push(
    { figure: 'claims', recorded: claims(balance), expected: backing(balance) },
    { figure: 'held by open orders', recorded: balance.held, expected: open.held },
    {
      figure: 'blocked for an exit',
      recorded: balance.blocked,
      expected: account.exits.has(token) ? balance.blocked : 0n,
    },
    { figure: 'promised to withdrawals', recorded: balance.pendingWithdrawal, expected: open.pending },
    { figure: 'bought in open trades', recorded: balance.boughtUnsettled, expected: open.bought },
    { figure: 'sold in open trades', recorded: balance.soldUnsettled, expected: open.sold },
  );
  return checks.filter((check) => check.recorded !== check.expected);
}

/** What the open orders, withdrawals and trades of an account say about one token. */
function openFigures(account: Account, token: Address) {
  const total = (amounts: readonly TokenAmount[]) => amounts.reduce((sum, next) => sum + next, 0n);
  const orders = [...account.orders.values()].filter((order) => order.signed.terms.sellToken === token);
  const causes = account.entriesOf('trade').map((entry) => entry.cause);
  const withdrawals = account.entriesOf('withdrawal').map((entry) => entry.cause);
  const pending = withdrawals
    .filter((cause) => cause.token === token)
    .reduce((sum, cause) => sum + cause.amount - cause.taken, 0n);
  return {
    held: total(orders.map(expectedHold)),
    pending,
    bought: total(causes.filter((cause) => cause.boughtToken === token).map(netBought)),
    sold: total(causes.filter((cause) => cause.soldToken === token).map(netSold)),
  };
}

/**
 * What an order must hold: what it offers, or, as a pegged buy, at most what its quantity costs at the signed rate;
 * beside that what is reserved for an edit.
 */
function expectedHold(order: Order): TokenAmount {
  return totalHold({ ...order, held: holdFor(order, order, order.held) });
}

/** What the accounts lack is what the operator owes them. */
function auditShortfalls(sums: readonly PostingSum[]): Discrepancy[] {
  const totals = new Map<Address, bigint>();
  for (const { owner, token, bucket, amount } of sums) {
    if (owner === 'shortfall' || bucket === 'shortfall')
      totals.set(token, (totals.get(token) ?? 0n) + amount);
  }
  return [...totals]
    .filter(([, total]) => total !== 0n)
    .map(([token, recorded]) => ({
      owner: 'shortfall',
      token,
      figure: 'shortfalls less what is owed',
      recorded,
      expected: 0n,
    }));
}

function auditZeroSum(sums: readonly PostingSum[]): Discrepancy[] {
  const totals = new Map<Address, bigint>();
  for (const { token, bucket, amount } of sums) {
    if (isClaim(bucket)) totals.set(token, (totals.get(token) ?? 0n) + amount);
  }
  return [...totals]
    .filter(([, total]) => total !== 0n)
    .map(([token, recorded]) => ({
      owner: 'clearing',
      token,
      figure: 'sum over all owners',
      recorded,
      expected: 0n,
    }));
}
