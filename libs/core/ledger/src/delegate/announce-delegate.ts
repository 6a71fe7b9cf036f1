import { type Address, ok, reject, type Result, ZERO_ADDRESS } from '@exchange/core/kernel';
import { type Delegate, isAnnounced, isDelegated, undelegated } from './delegate';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';

/** An announced delegate or deposit that isn't mined is dropped after this time, in ms. */
export const ANNOUNCED_MS = 24 * 60 * 60 * 1000;
export const ANNOUNCED_DELEGATES_MAX = 20;

interface DelegateChoice {
  readonly account: Address;
  readonly delegate: Address;
  readonly label: string;
  /** Unix ms. */
  readonly at: number;
}

/**
 * Shows a delegate that its owner is about to make: a temporary object without any rights. Announcing it again
 * renews it. DELEGATE_TAKEN when the key has an account already, TOO_MANY_ANNOUNCED, INVALID_FIELD for the account
 * itself and for the zero address. `owner`: whose delegate the key is by the directory.
 */
export function announceDelegate(
  ledger: Ledger,
  input: DelegateChoice & { readonly isTradingLogin: boolean; readonly owner: Address | undefined },
): Result<readonly Fact[]> {
  const account = ledger.account(input.account);
  const { delegate, label, isTradingLogin, at } = input;
  if (delegate === ZERO_ADDRESS) return reject('INVALID_FIELD', 'address must not be the zero address');
  if (delegate === input.account) return reject('INVALID_FIELD', 'address must not be the account itself');
  const known = account.delegates.get(delegate);
  if (input.owner === input.account || (known !== undefined && isDelegated(known))) {
    return reject(
      'DELEGATE_TAKEN',
      `${delegate} is your delegate already; updateDelegateLabel changes its label`,
    );
  }
  if (input.owner !== undefined) {
    return reject('DELEGATE_TAKEN', `${delegate} is a delegate of another account, and stays that for ever`);
  }
  const announced = [...account.delegates.values()].filter(isAnnounced);
  const isNew = !announced.some((other) => other.delegate === delegate);
  if (isNew && announced.length >= ANNOUNCED_DELEGATES_MAX) {
    return reject('TOO_MANY_ANNOUNCED', `at most ${ANNOUNCED_DELEGATES_MAX} delegates can be announced`);
  }
  const journal = new Journal(ledger, account, at);
  const before = known ?? undelegated(input.account, delegate);
  journal.delegate({ ...before, label, isTradingLogin, announcedAt: at });
  return ok(journal.close());
}

/** Changes the label of an own delegate, announced or not. DELEGATE_UNKNOWN for any other key. */
export function labelDelegate(ledger: Ledger, input: DelegateChoice): Result<readonly Fact[]> {
  const account = ledger.account(input.account);
  const known = account.delegates.get(input.delegate);
  if (known === undefined || !isShown(known)) {
    return reject('DELEGATE_UNKNOWN', `${input.delegate} is no delegate of this account`);
  }
  const journal = new Journal(ledger, account, input.at);
  journal.delegate({ ...known, label: input.label });
  return ok(journal.close());
}

/** Forgets the announced delegates whose time is over; they never had rights. `at`: Unix ms. */
export function dropAnnouncedDelegates(ledger: Ledger, address: Address, at: number): readonly Fact[] {
  const account = ledger.account(address);
  const journal = new Journal(ledger, account, at);
  for (const delegate of account.delegates.values()) {
    const { announcedAt } = delegate;
    if (!isAnnounced(delegate) || announcedAt === null || at - announcedAt < ANNOUNCED_MS) continue;
    if (delegate.revokedAt === null) journal.dropDelegate(delegate);
    else journal.delegate({ ...delegate, announcedAt: null });
  }
  return journal.close();
}

/** Whether the owner sees it: announced, or delegated at any time. */
export const isShown = (delegate: Delegate): boolean => isDelegated(delegate) || isAnnounced(delegate);
