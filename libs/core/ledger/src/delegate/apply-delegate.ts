import type { ChainNews } from '../chain/chain-fact';
import { isDelegated, undelegated } from './delegate';
import type { Journal } from '../journal';
import { cancelOrders } from '../order/request-cancel';

/**
 * A delegate acts from when its delegation is final, unless its removal was seen before that; a key belongs to one
 * account for ever (docs: ledger, delegates).
 */
export function applyDelegateAdded(journal: Journal, { fact, phase }: ChainNews<'delegate_added'>): void {
  const { account, delegate, validUntil } = fact;
  const known = journal.account.delegates.get(delegate);
  if (phase !== 'final' || (known !== undefined && isDelegated(known))) return;
  const revokedAt = known?.revokedAt ?? null;
  const shown = known ?? undelegated(account, delegate);
  journal.delegate({ ...shown, active: true, accepted: revokedAt === null, validUntil, revokedAt });
}

/**
 * A removal stops the key and cancels its orders at first sight, also while the delegation itself is not final;
 * undone, the key is accepted again. It is inactive once final blocks have reached the effective time.
 */
export function applyDelegateRemoved(journal: Journal, { fact, phase }: ChainNews<'delegate_removed'>): void {
  const { account } = journal;
  const known = account.delegates.get(fact.delegate);
  if (phase === 'undone') {
    // What its owner has asked to be removed stays stopped.
    const accepted = known?.active === true && known.removal === null;
    if (known) journal.delegate({ ...known, accepted, revokedAt: null });
    return;
  }
  const delegate = known ?? undelegated(fact.account, fact.delegate);
  if (delegate.revokedAt === fact.effectiveAt) return;
  journal.delegate({ ...delegate, accepted: false, revokedAt: fact.effectiveAt });
  const signed = [...account.orders.values()].filter((order) => order.signed.signer === fact.delegate);
  cancelOrders(journal, signed, 'delegate_removed');
}
