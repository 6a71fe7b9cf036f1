import {
  type Address,
  amount,
  divideDown,
  divideUp,
  type EntryId,
  minAmount,
  ok,
  reject,
  type Result,
  type TokenAmount,
  wholeTokens,
  WITHDRAWAL_NONCE_FIRST,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { Submission } from '@exchange/core/message';
import { type Entry, hasCause } from '../account/entry';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { TokenRules } from '../account/listing';
import { changeEntry, openEntry } from '../account/open-entry';
import { releasePending } from '../chain/pass-block-time';
import { allowWithdrawal } from './sign-withdrawal';

/** After one failure an account submits no withdrawal for so long, in ms. */
export const SUBMIT_REST_MS = 24 * 60 * 60 * 1000;
/** Deadlines are uint32: a signature without one is good until then. */
export const NO_DEADLINE = 2 ** 32 - 1;

/** Of one account, on their way at once. */
export const SUBMITTED_MAX = 5;

const BPS = 10_000n;

/** A withdrawal whose signature was recovered to the account. `at`: Unix ms. */
export interface NewSubmission {
  readonly account: Address;
  readonly token: TokenRules;
  readonly signed: Omit<Submission, 'entryId' | 'account' | 'token' | 'fee'>;
  /** What giving it to the contract costs, in its own token; 0 when it isn't charged. A free one has no minimum but the listing's. */
  readonly cost: TokenAmount;
  /** The contract's limit of the fee of short forms, in smallest units. */
  readonly shortFeeCap: TokenAmount;
  /** Whether an entry of the account, open or not, has this nonce. */
  readonly isNonceUsed: boolean;
  readonly at: number;
}

/**
 * Takes a withdrawal that its account signed: the amount moves from usable to pending, and settlement is asked to give
 * it to the contract. Refused as signWithdrawal is, and with INVALID_FIELD for a nonce of ours or a passed deadline,
 * NONCE_USED, AMOUNT_TOO_SMALL below the token's minimum, FEE_TOO_LOW when less than the cost is allowed,
 * TOO_MANY_WITHDRAWALS while as many as may be are on their way, WITHDRAWALS_REST for a day after a failure
 * (docs: ledger, entries).
 */
export function submitWithdrawal(
  ledger: Ledger,
  input: NewSubmission,
): Result<{ readonly entry: Entry; readonly facts: readonly Fact[] }> {
  const account = ledger.account(input.account);
  const { signed, cost, token, at } = input;
  const allowed = checkSigned(ledger, input);
  if (!allowed.ok) return allowed;
  const funded = allowWithdrawal(ledger, account, { token, amount: signed.amount });
  if (!funded.ok) return funded;

  const journal = new Journal(ledger, account, at);
  const { contract } = token;
  const entry = openEntry(
    journal,
    {
      kind: 'withdrawal',
      token: contract,
      amount: signed.amount,
      nonce: signed.nonce,
      deadline: signed.deadline,
      taken: ZERO_AMOUNT,
      signature: null,
      by: 'submitted',
      fee: cost,
    },
    {
      changes: [{ token: contract, amount: cost - signed.amount, fees: cost, net: -signed.amount }],
      applied: [[0, 1, -1]],
      description: 'withdrawal',
    },
  );
  journal.post({ kind: 'entry', id: entry.id }, [
    journal.line(contract, 'usable', -signed.amount),
    journal.line(contract, 'pendingWithdrawal', signed.amount),
  ]);
  const submission = {
    entryId: entry.id,
    account: account.address,
    token: contract,
    fee: cost,
    ...signed,
  };
  journal.tell({ kind: 'submission', submission });
  return ok({ entry, facts: journal.close() });
}

/**
 * Ends a submitted withdrawal that can't be mined any more, and releases it. `isOwnFault`: the contract refused it, so
 * the account rests. Nothing when its entry has ended otherwise. `at`: Unix ms.
 */
export function failWithdrawal(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly entryId: EntryId;
    readonly reason: string;
    readonly isOwnFault: boolean;
    readonly at: number;
  },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const journal = new Journal(ledger, account, input.at);
  if (input.isOwnFault) journal.record({ submitRestsUntil: input.at + SUBMIT_REST_MS });
  const entry = account.entries.get(input.entryId);
  if (entry !== undefined && hasCause(entry, 'withdrawal')) {
    changeEntry(journal, entry, {
      canceled: true,
      open: false,
      description: `withdrawal failed: ${input.reason}`,
    });
    releasePending(journal, entry);
  }
  return journal.close();
}

function checkSigned(ledger: Ledger, input: NewSubmission): Result<true> {
  const { signed, at } = input;
  const { record, entries } = ledger.account(input.account);
  if (record.submitRestsUntil > at) {
    return reject(
      'WITHDRAWALS_REST',
      'a submitted withdrawal failed in the last 24 h; use signWithdrawal until they are over',
    );
  }
  if (signed.nonce >= WITHDRAWAL_NONCE_FIRST) {
    return reject('INVALID_FIELD', 'nonce must be below 2^52; higher ones are the exchange’s');
  }
  if (signed.deadline * 1000 <= at) {
    return reject('INVALID_FIELD', 'deadline must be in the future, in Unix seconds');
  }
  const pending = [...entries.values()].flatMap(({ cause }) => (cause.kind === 'withdrawal' ? [cause] : []));
  if (input.isNonceUsed || pending.some(({ nonce }) => nonce === signed.nonce)) {
    return reject('NONCE_USED', `a withdrawal with nonce ${signed.nonce} was submitted before; take another`);
  }
  const enough = checkMinimum(ledger, input);
  if (!enough.ok) return enough;
  const paid = checkFee(ledger, input);
  if (!paid.ok) return paid;
  if (pending.filter(({ by }) => by === 'submitted').length < SUBMITTED_MAX) return ok(true);
  return reject(
    'TOO_MANY_WITHDRAWALS',
    `${SUBMITTED_MAX} submitted withdrawals may be on their way at once; wait for one, or use signWithdrawal`,
  );
}

/** The listing's minimum, or the amount of which the fee is the part that it may be; rounded up. */
function checkMinimum(ledger: Ledger, { signed, cost, token }: NewSubmission): Result<true> {
  const part = BigInt(ledger.policy.withdrawalShareBps);
  const least = token.minWithdrawal ?? divideUp(cost * BPS, part);
  if (signed.amount >= least) return ok(true);
  const shown = (value: bigint) => `${wholeTokens(value, token.decimals)} ${token.symbol}`;
  return reject(
    'AMOUNT_TOO_SMALL',
    `a withdrawal that is submitted must be of at least ${shown(least)}, this one is ${shown(signed.amount)}`,
  );
}

/** The contract takes at most maxFee, which must not exceed the amount; in the short forms it sets the limit itself. */
function checkFee(ledger: Ledger, { signed, cost, shortFeeCap, token }: NewSubmission): Result<true> {
  const limit =
    signed.scheme === 'full'
      ? signed.maxFee
      : minAmount(shortFeeCap, amount(divideDown(signed.amount * BigInt(ledger.maxFeeBps), BPS)));
  if (limit > signed.amount) return reject('INVALID_FIELD', 'maxFee must not exceed amount');
  if (cost <= limit) return ok(true);
  const shown = (value: bigint) => `${wholeTokens(value, token.decimals)} ${token.symbol}`;
  return reject(
    'FEE_TOO_LOW',
    `submitting it costs ${shown(cost)}, and it allows ${shown(limit)}; sign more as maxFee, or use signWithdrawal`,
  );
}
