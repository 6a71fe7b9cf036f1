import {
  type Address,
  assert,
  type EntryId,
  ok,
  reject,
  type Result,
  type TokenAmount,
  wholeTokens,
  WITHDRAWAL_NONCE_LAST,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';
import type { Account } from '../account/account';
import { withdrawable } from '../account/balance';
import { refuseFrozen } from '../account/frozen';
import { type Entry, hasCause, plainChange } from '../account/entry';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { TokenRules } from '../account/listing';
import { changeEntry, openEntry } from '../account/open-entry';
import { insufficientBalance } from '../order/order-approval';

/** A withdrawal to be co-signed; the receiver is the account. `at`: Unix ms. */
export interface SignWithdrawal {
  readonly account: Address;
  readonly token: TokenRules;
  readonly amount: TokenAmount;
  readonly at: number;
}

/**
 * Promises a withdrawal and asks for its co-signature: the amount moves from usable to pending before anything is
 * signed. Refused with ACCOUNT_FROZEN, EXIT_REQUESTED, INVALID_FIELD, TOO_MANY_WITHDRAWALS, INSUFFICIENT_BALANCE, or
 * NOT_SETTLED when the account has it but the contract doesn't yet (docs: ledger, entries).
 */
export function signWithdrawal(
  ledger: Ledger,
  input: SignWithdrawal,
): Result<{ readonly entry: Entry; readonly facts: readonly Fact[] }> {
  const account = ledger.account(input.account);
  const allowed = allowWithdrawal(ledger, account, input);
  if (!allowed.ok) return allowed;
  const nonce = account.record.nextWithdrawalNonce;
  assert(nonce <= WITHDRAWAL_NONCE_LAST, 'withdrawal nonces are used up');
  const deadline = Math.floor(input.at / 1000) + ledger.policy.withdrawalSeconds;
  const token = input.token.contract;

  const journal = new Journal(ledger, account, input.at);
  journal.record({ nextWithdrawalNonce: nonce + 1 });
  const entry = openEntry(
    journal,
    {
      kind: 'withdrawal',
      token,
      amount: input.amount,
      nonce,
      deadline,
      taken: ZERO_AMOUNT,
      signature: null,
      by: 'cosigned',
      fee: ZERO_AMOUNT,
    },
    { changes: [plainChange(token, -input.amount)], applied: [[0, 1, -1]], description: 'withdrawal' },
  );
  journal.post({ kind: 'entry', id: entry.id }, [
    journal.line(token, 'usable', -input.amount),
    journal.line(token, 'pendingWithdrawal', input.amount),
  ]);
  const receiver = account.address;
  journal.tell({
    kind: 'cosignRequest',
    request: {
      kind: 'withdrawal',
      entryId: entry.id,
      account: receiver,
      token,
      amount: input.amount,
      receiver,
      nonce,
      deadline,
    },
  });
  return ok({ entry, facts: journal.close() });
}

/** Shows the co-signature of a withdrawal; one that isn't open any more keeps what it shows. */
export function attachSignature(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly entryId: EntryId;
    readonly signature: Signature;
    readonly at: number;
  },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const entry = account.entries.get(input.entryId);
  if (entry === undefined) return [];
  assert(hasCause(entry, 'withdrawal'), `entry ${entry.id} is no withdrawal`);
  const journal = new Journal(ledger, account, input.at);
  changeEntry(journal, entry, { cause: { ...entry.cause, signature: input.signature } });
  return journal.close();
}

/** So many withdrawals of an account may be open, signed and submitted ones together. */
export const OPEN_WITHDRAWALS_MAX = 20;

/** Whether so much can leave now; the refusals are those of signWithdrawal. */
export function allowWithdrawal(
  ledger: Ledger,
  account: Account,
  input: { readonly token: TokenRules; readonly amount: TokenAmount },
): Result<true> {
  const { token, amount } = input;
  const shown = (value: bigint) => `${wholeTokens(value, token.decimals)} ${token.symbol}`;
  const active = refuseFrozen(ledger, account);
  if (!active.ok) return active;
  if (account.exits.has(token.contract)) {
    return reject('EXIT_REQUESTED', `an exit was requested for ${token.symbol}; cancel it or withdraw by it`);
  }
  if (amount === 0n) return reject('INVALID_FIELD', 'amount must be above 0');
  if ([...account.entriesOf('withdrawal')].length >= OPEN_WITHDRAWALS_MAX) {
    return reject(
      'TOO_MANY_WITHDRAWALS',
      `${OPEN_WITHDRAWALS_MAX} withdrawals are open; carry one out, or wait until the deadline of one has passed`,
    );
  }
  const balance = account.balance(token.contract);
  if (amount > balance.usable) return insufficientBalance(token, balance.usable, amount);
  const most = withdrawable(balance);
  if (amount <= most) return ok(true);
  return reject(
    'NOT_SETTLED',
    `${shown(most)} can be withdrawn now, ${shown(balance.usable - most)} is not settled yet`,
  );
}
