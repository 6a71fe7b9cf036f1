import type { ChainNews } from './chain-fact';
import type { Journal } from './journal';
import { cancelOrders } from './request-cancel';

/** A delegate acts from when its delegation is final; a key belongs to one account for ever (docs: ledger, delegates). */
export function applyDelegateAdded(journal: Journal, { fact, phase }: ChainNews<'delegate_added'>): void {
  const known = journal.account.delegates.get(fact.delegate);
  if (phase !== 'final' || known !== undefined) return;
  journal.delegate({
    account: fact.account,
    delegate: fact.delegate,
    active: true,
    accepted: true,
    validUntil: fact.validUntil,
    revokedAt: null,
  });
}

/**
 * A removal stops the key and cancels its orders at first sight; undone, the key is accepted again. It is inactive
 * once final blocks have reached the effective time.
 */
export function applyDelegateRemoved(journal: Journal, { fact, phase }: ChainNews<'delegate_removed'>): void {
  const { account } = journal;
  const delegate = account.delegates.get(fact.delegate);
  if (delegate === undefined) return;
  if (phase === 'undone') {
    journal.delegate({ ...delegate, accepted: true, revokedAt: null });
    return;
  }
  if (delegate.revokedAt === fact.effectiveAt) return;
  journal.delegate({ ...delegate, accepted: false, revokedAt: fact.effectiveAt });
  const signed = [...account.orders.values()].filter((order) => order.signed.signer === fact.delegate);
  cancelOrders(journal, signed, 'delegate_removed');
}
