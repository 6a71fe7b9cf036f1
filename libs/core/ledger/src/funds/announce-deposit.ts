import { type Address, type Hash, ok, reject, type Result, type TokenAmount } from '@exchange/core/kernel';
import type { Account } from '../account/account';
import { ANNOUNCED_MS } from '../delegate/announce-delegate';
import { type Entry, type EntryOf, plainChange } from '../account/entry';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { changeEntry, openEntry } from '../account/open-entry';

export const ANNOUNCED_DEPOSITS_MAX = 10;

/** A deposit that its account says it has sent. */
export interface AnnounceDeposit {
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  readonly transaction: Hash;
  /** Deposits of the transaction that are final: the account doesn't hold them any more. */
  readonly finals?: readonly Entry[];
  /** Unix ms. */
  readonly at: number;
}

/**
 * Shows a deposit before its transaction is mined: a temporary entry, which the real one replaces. Announced
 * again, or when the real one of this token is known already, it gives that entry. TOO_MANY_ANNOUNCED beyond 10,
 * INVALID_FIELD for 0 and for a transaction that has an entry of another deposit.
 */
export function announceDeposit(
  ledger: Ledger,
  input: AnnounceDeposit,
): Result<{ readonly entry: Entry; readonly facts: readonly Fact[] }> {
  const account = ledger.account(input.account);
  const { token, amount, transaction } = input;
  if (amount === 0n) return reject('INVALID_FIELD', 'amount must be above 0');
  const known = depositsIn(account, input);
  const same = sameDeposit(known, input);
  if (same !== undefined) return ok({ entry: same, facts: [] });
  if (known.length > 0) {
    return reject(
      'INVALID_FIELD',
      `txhash is that of another deposit, entry ${known[0]?.id}; a transaction announces one deposit, with its token and amount`,
    );
  }
  if (account.entriesOf('announced_deposit').length >= ANNOUNCED_DEPOSITS_MAX) {
    return reject('TOO_MANY_ANNOUNCED', `at most ${ANNOUNCED_DEPOSITS_MAX} deposits can be announced`);
  }
  const journal = new Journal(ledger, account, input.at);
  const entry = openEntry(
    journal,
    { kind: 'announced_deposit' },
    {
      changes: [plainChange(token, amount)],
      applied: [account.creditMarks(token, 0)],
      description: 'deposit announced',
      transaction,
    },
  );
  return ok({ entry, facts: journal.close() });
}

/** The announced deposit that a deposit in this transaction replaces: the one that says the same, else any of the token. */
export function announcedDeposit(
  account: Account,
  transaction: Hash,
  { token, amount }: { readonly token: Address; readonly amount: TokenAmount },
): EntryOf<'announced_deposit'> | undefined {
  const candidates = account
    .entriesOf('announced_deposit')
    .filter((entry) => entry.transaction === transaction && entry.changes[0]?.token === token);
  return candidates.find(({ changes }) => changes[0]?.amount === amount) ?? candidates[0];
}

/** Announced deposits that nobody has seen for a day are CANCELED. `at`: Unix ms. */
export function dropAnnouncedDeposits(ledger: Ledger, address: Address, at: number): readonly Fact[] {
  const account = ledger.account(address);
  const journal = new Journal(ledger, account, at);
  for (const entry of account.entriesOf('announced_deposit')) {
    if (at - entry.createdAt < ANNOUNCED_MS) continue;
    changeEntry(journal, entry, { canceled: true, open: false, description: 'deposit was never seen' });
  }
  return journal.close();
}

/** All deposits of the transaction, real ones first. */
function depositsIn(account: Account, { transaction, finals = [] }: AnnounceDeposit): Entry[] {
  const known = [...finals, ...account.entriesOf('deposit'), ...account.entriesOf('announced_deposit')];
  return known.filter((entry) => entry.transaction === transaction);
}

/** The same announcement, or a real deposit of the token: what is true counts, whatever amount is announced. */
function sameDeposit(known: readonly Entry[], { token, amount }: AnnounceDeposit): Entry | undefined {
  const ofToken = known.filter(({ changes }) => changes[0]?.token === token);
  return (
    ofToken.find(({ changes }) => changes[0]?.amount === amount) ??
    ofToken.find(({ cause }) => cause.kind === 'deposit')
  );
}
