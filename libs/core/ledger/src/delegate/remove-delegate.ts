import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';
import { askRemoval, isSettled } from '../chain/cosign-when-settled';
import { cosignatureState, type CosignatureState, isOver } from '../chain/asked-cosignature';
import { type Delegate, isDelegated } from './delegate';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { cancelOrders } from '../order/request-cancel';

export interface RemovalRequested {
  readonly state: CosignatureState;
  readonly delegate: Delegate;
  readonly facts: readonly Fact[];
}

/**
 * Removes a delegate: the key is stopped and all its orders are canceled at once, for good; the co-signature for the
 * contract is asked for once every trade of the key is final. Asking again gives the valid signature, or a new one
 * when its deadline has passed. DELEGATE_UNKNOWN when no delegation of it is final. `at`: Unix ms.
 */
export function requestDelegateRemoval(
  ledger: Ledger,
  input: { readonly account: Address; readonly delegate: Address; readonly at: number },
): Result<RemovalRequested> {
  const account = ledger.account(input.account);
  const known = account.delegates.get(input.delegate);
  if (known === undefined || !isDelegated(known)) {
    return reject('DELEGATE_UNKNOWN', `${input.delegate} is no delegate of this account on the chain`);
  }
  const journal = new Journal(ledger, account, input.at);
  const { removal } = known;
  if (removal === null || isOver(removal, input.at)) {
    const stopped = { ...known, accepted: false };
    if (isSettled(account, { signer: input.delegate })) askRemoval(journal, stopped, 'told');
    else journal.delegate({ ...stopped, removal: { deadline: null, signature: null } });
    const signed = [...account.orders.values()].filter((order) => order.signed.signer === input.delegate);
    cancelOrders(journal, signed, 'delegate_removed');
  }
  const delegate = account.delegates.get(input.delegate) ?? known;
  const state = delegate.removal === null ? 'pending' : cosignatureState(delegate.removal);
  return ok({ state, delegate, facts: journal.close() });
}

/** Shows the co-signature of a removal; one of another deadline than the newest asked for is of no use any more. */
export function attachRemovalSignature(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly delegate: Address;
    readonly deadline: number;
    readonly signature: Signature;
    readonly at: number;
  },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const known = account.delegates.get(input.delegate);
  if (known?.removal?.deadline !== input.deadline || known.removal.signature !== null) return [];
  const { deadline, signature } = input;
  const journal = new Journal(ledger, account, input.at);
  journal.delegate({ ...known, removal: { deadline, signature } });
  return journal.close();
}
