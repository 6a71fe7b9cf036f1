import type { Account } from '../account/account';
import type { Delegate } from '../delegate/delegate';
import type { Journal } from '../journal';
import type { AskedMinimum, MinimumNonce } from '../order/minimum/minimum-nonce';
import type { Address, Hash } from '@exchange/core/kernel';

/** A part of an account's orders: those of one key, or some by their digests. */
export type OrdersPart = { readonly signer: Address } | { readonly digests: ReadonlySet<Hash> };

const isOf = (part: OrdersPart, signer: Address, digest: Hash): boolean =>
  'signer' in part ? signer === part.signer : part.digests.has(digest);

/** Whether trades of the part are not final yet: its co-signature comes only when they are. */
export function awaitsSettlement(account: Account, part: OrdersPart): boolean {
  for (const { cause } of account.entries.values()) {
    if (cause.kind === 'trade' && isOf(part, cause.signer, cause.digest)) return true;
  }
  return false;
}

/** Whether nothing of the part is open, and all its trades are final: a signature that voids it takes nothing away. */
export function isSettled(account: Account, part: OrdersPart): boolean {
  for (const order of account.orders.values()) {
    if (isOf(part, order.signed.signer, order.digest)) return false;
  }
  return !awaitsSettlement(account, part);
}

/** Asks for the co-signature of a removal. `quiet`: the owner sees no difference yet. */
export function askRemoval(journal: Journal, delegate: Delegate, told: 'told' | 'quiet'): void {
  const deadline = journal.cosignDeadline;
  const { account, delegate: key } = delegate;
  journal.delegate({ ...delegate, removal: { deadline, signature: null } }, told);
  journal.tell({
    kind: 'cosignRequest',
    request: { kind: 'delegate_removal', account, delegate: key, deadline },
  });
}

/**
 * Asks for the co-signatures that waited until every trade of a removed key or of canceled orders is final: a
 * co-signature voids what isn't mined, so it must not be given before (docs: ledger, delegates).
 */
export function cosignWhenSettled(journal: Journal): void {
  const { account } = journal;
  for (const delegate of account.delegates.values()) {
    if (delegate.removal?.deadline !== null || delegate.removal.signature !== null) continue;
    if (!isSettled(account, { signer: delegate.delegate })) continue;
    askRemoval(journal, delegate, 'quiet');
  }
  for (const cancellation of account.cancellations.values()) {
    const { digest } = cancellation;
    if (cancellation.deadline !== null || !isSettled(account, { digests: new Set([digest]) })) continue;
    const deadline = journal.cosignDeadline;
    journal.cancellation({ ...cancellation, deadline });
    journal.tell({
      kind: 'cosignRequest',
      request: { kind: 'order_cancellation', account: account.address, digest, deadline },
    });
  }
  for (const minimum of account.minimumNonces.values()) {
    const { asked } = minimum;
    if (asked === null || asked.deadline !== null) continue;
    if (isSettled(account, { digests: new Set(asked.waitsFor) })) askMinimum(journal, minimum, asked);
  }
}

function askMinimum(journal: Journal, minimum: MinimumNonce, asked: AskedMinimum): void {
  const deadline = journal.cosignDeadline;
  const { account, token } = minimum;
  const { minNonce } = asked;
  journal.minimumNonce({ ...minimum, asked: { ...asked, waitsFor: [], deadline } });
  journal.tell({
    kind: 'cosignRequest',
    request: { kind: 'minimum_nonce', account, token, minNonce, deadline },
  });
}
