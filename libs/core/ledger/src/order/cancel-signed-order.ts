import type { Address, Hash } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';
import { cosignWhenSettled } from '../chain/cosign-when-settled';
import { cosignatureState, type CosignatureState, isOver } from '../chain/asked-cosignature';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { OrderCancellation } from './order-cancellation';
import { cancelOrders } from './request-cancel';

export interface CancellationRequested {
  readonly state: CosignatureState;
  readonly cancellation: OrderCancellation;
  readonly facts: readonly Fact[];
}

/**
 * Makes an order void in the contract: it leaves the book at once, its hash is never accepted again, and the
 * co-signature is asked for once every trade of it is final. The order need not be known: the owner may have signed
 * it and never sent it. Asking again gives the valid signature, or a new one when its deadline has passed.
 * `earlier`: what the database has of an earlier request; `at`: Unix ms.
 */
export function requestOrderCancellation(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly digest: Hash;
    readonly hash: Hash;
    /** Whether an order with this digest was accepted at any time, which spent its hash. */
    readonly isPlaced: boolean;
    readonly earlier: OrderCancellation | undefined;
    readonly at: number;
  },
): CancellationRequested {
  const account = ledger.account(input.account);
  const { digest, hash, at } = input;
  const journal = new Journal(ledger, account, at);
  const known = account.cancellations.get(digest) ?? input.earlier;
  let cancellation = known;
  if (cancellation === undefined || isOver(cancellation, at)) {
    cancellation = { account: account.address, digest, hash, deadline: null, signature: null };
    if (known === undefined && !input.isPlaced) {
      journal.tell({ kind: 'orderHashSpent', account: account.address, digest });
    }
    journal.cancellation(cancellation);
    const order = account.orderOfHash(digest);
    if (order !== undefined) cancelOrders(journal, [order], 'owner');
    cosignWhenSettled(journal);
    cancellation = account.cancellations.get(digest) ?? cancellation;
  }
  return { state: cosignatureState(cancellation), cancellation, facts: journal.close() };
}

/** Hands out the co-signature of a cancellation, if it is the one that was asked for last. */
export function attachCancellationSignature(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly digest: Hash;
    readonly deadline: number;
    readonly signature: Signature;
    readonly at: number;
  },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const known = account.cancellations.get(input.digest);
  if (known?.deadline !== input.deadline) return [];
  const journal = new Journal(ledger, account, input.at);
  journal.cancellation({ ...known, signature: input.signature });
  return journal.close();
}
