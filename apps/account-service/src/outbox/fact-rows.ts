import { type Address, partitionOf, splitPartitionedId } from '@exchange/core/kernel';
import { type Fact, isPoolPosting, isUnbound, type Posting } from '@exchange/core/ledger';
import type { AccountBook } from '../accounts/account-book';
import { balanceRow, cancellationRow, entryRow, minimumNonceRow, orderRow } from '../persistence/ledger-rows';
import {
  accountTable,
  balanceTable,
  cancellationTable,
  delegateTable,
  exitTable,
  minimumNonceTable,
  poolTable,
  postingTable,
} from '../persistence/tables/account-tables';
import { entryTable } from '../persistence/tables/entry-table';
import { marketTable, tokenTable } from '../persistence/tables/listing-tables';
import { volumeBucketTable } from '../persistence/tables/fee-tables';
import { orderTable, spentHashTable, userTradeTable } from '../persistence/tables/order-tables';
import { counterTable, reservedRebateTable } from '../persistence/tables/output-tables';
import type { RowCollector } from './row-collector';

/** The rows that a fact about `account` changes. */
export function storeFact(
  rows: RowCollector,
  book: AccountBook,
  account: Address,
  fact: Fact,
  at: number,
): void {
  switch (fact.kind) {
    case 'accountChanged':
      return rows.put(accountTable, fact.record.address, fact.record);
    case 'balanceChanged':
      return rows.put(
        balanceTable,
        `${fact.account}:${fact.token}`,
        balanceRow(fact.account, fact.token, fact.balance),
      );
    case 'orderChanged': {
      const { order } = fact;
      rows.put(orderTable, String(order.id), orderRow(order));
      if (!book.isSpent(order.account, order.digest)) {
        book.spend(order.account, order.digest, order.id);
        storeSpent(rows, order.account, order.digest, order.id);
        storeCounter(rows, book, 'orders', order.id);
      }
      return;
    }
    case 'entryChanged':
      book.unsettled.note(fact.entry);
      rows.put(entryTable, String(fact.entry.id), entryRow(fact.entry));
      return storeCounter(rows, book, 'entries', fact.entry.id);
    case 'userTrade': {
      const { trade } = fact;
      return rows.put(userTradeTable, `${trade.account}:${trade.tradeId}`, { ...trade });
    }
    case 'delegateChanged':
      return rows.put(delegateTable, delegateKey(fact.delegate), fact.delegate);
    case 'delegateDropped':
      return rows.drop(delegateTable, delegateKey(fact), { account: fact.account, delegate: fact.delegate });
    case 'cancellationChanged': {
      const { cancellation } = fact;
      const key = `${cancellation.account}:${cancellation.digest}`;
      return rows.put(cancellationTable, key, cancellationRow(cancellation));
    }
    case 'exitChanged':
      return rows.put(exitTable, `${fact.exit.account}:${fact.exit.token}`, fact.exit);
    case 'minimumNonceChanged': {
      const { account, token } = fact.minimum;
      const key = `${account}:${token}`;
      return isUnbound(fact.minimum)
        ? rows.drop(minimumNonceTable, key, { account, token })
        : rows.put(minimumNonceTable, key, minimumNonceRow(fact.minimum));
    }
    case 'rebatesReserved': {
      const { token, reserved } = fact;
      const partition = partitionOf(account);
      return rows.put(reservedRebateTable, `${partition}:${token}`, { partition, token, reserved });
    }
    case 'volumeCounted': {
      const { hour, volume } = fact.bucket;
      return rows.put(volumeBucketTable, `${account}:${hour}`, { account, hour, volume });
    }
    case 'volumeExpired':
      return rows.forget(
        volumeBucketTable,
        fact.hours.map((hour) => ({ account, hour })),
      );
    case 'orderHashSpent':
      book.spend(fact.account, fact.digest, null);
      return storeSpent(rows, fact.account, fact.digest, null);
    case 'posted':
      return fact.postings.forEach((posting) => storePosting(rows, book, posting, at));
    case 'minimumNonceSigned':
    case 'feeTierChanged':
    case 'marketInput':
    case 'settleLeg':
    case 'cosignRequest':
    case 'submission':
    case 'alarm':
      return;
  }
}

const delegateKey = ({ account, delegate }: { account: string; delegate: string }) =>
  `${account}:${delegate}`;

/** All tokens and markets; listings change seldom and are few. */
export function storeListing(rows: RowCollector, book: AccountBook): void {
  const { tokens, markets } = book.listing.wanted();
  for (const token of tokens) {
    rows.put(tokenTable, token.symbol, { ...token, minWithdrawal: token.minWithdrawal ?? null });
  }
  for (const market of markets) storeMarket(rows, book, market.market);
}

/** One market with the rate of its last trade, by the group whose the listing is. */
export function storeMarket(rows: RowCollector, book: AccountBook, id: string): void {
  if (!book.group.isHome) return;
  const market = book.listing.market(id);
  if (market === undefined) return;
  const stop = book.listing.stopOf(id) ?? null;
  rows.put(marketTable, id, { ...market, stop, lastRateKey: book.lastRate(id) ?? null });
}

function storeSpent(rows: RowCollector, account: string, digest: string, orderId: number | null): void {
  rows.put(spentHashTable, `${account}:${digest}`, { account, digest, orderId });
}

function storePosting(rows: RowCollector, book: AccountBook, posting: Posting, at: number): void {
  const id = book.nextPostingId();
  const { owner, token, bucket, amount, ref } = posting;
  rows.put(postingTable, String(id), {
    id,
    owner,
    token,
    bucket,
    amount,
    refKind: ref.kind,
    refId: ref.id,
    at,
  });
  const counter = book.postingCounter;
  rows.put(counterTable, counter.name, counter);
  if (!isPoolPosting(posting)) return;
  const partition = splitPartitionedId(ref.id).partition;
  const total = book.ledgers[partition]?.pool(posting.owner, posting.token, posting.bucket) ?? 0n;
  const key = `${partition}:${owner}:${token}:${bucket}`;
  rows.put(poolTable, key, { partition, pool: posting.owner, token, bucket, amount: total });
}

function storeCounter(rows: RowCollector, book: AccountBook, kind: 'orders' | 'entries', id: number): void {
  const { partition } = splitPartitionedId(id);
  const name = `${kind}:${partition}`;
  const last = book.ledgers[partition]?.ids[kind] ?? 0;
  rows.put(counterTable, name, { name, last });
}

/** What moved between the pools of two partitions, at this end. */
export function storeTransfer(
  rows: RowCollector,
  book: AccountBook,
  { postings }: Fact & { readonly kind: 'posted' },
  at: number,
): void {
  for (const posting of postings) storePosting(rows, book, posting, at);
  const [first] = postings;
  if (first !== undefined) storeCounter(rows, book, 'entries', first.ref.id);
}
