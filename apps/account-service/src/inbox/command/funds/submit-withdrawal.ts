import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { type Address, ok, reject, type Result, ZERO_AMOUNT } from '@exchange/core/kernel';
import { NO_DEADLINE, submitWithdrawal as submitInLedger, type NewSubmission } from '@exchange/core/ledger';
import { canonicalSignature, checkWithdrawalSigner } from '@exchange/core/order';
import type { AccountDeps } from '../../../account-deps';
import { collectFor } from '../../../fees/collector';
import { authorize } from '../../../login/authority';
import { entryTable } from '../../../persistence/tables/entry-table';
import { handle, needsGranted } from '../../handle';
import { grantedAccount } from '../../../login/granted-account';
import { openForWithdrawals } from './open-for-withdrawals';

type Request = RequestOf<typeof accountCommands.submitWithdrawal>;
type Signed = NewSubmission['signed'];

/** Takes a withdrawal that the account's own key signed, whoever brings it, and has it given to the contract. */
export const submitWithdrawal = handle(accountCommands.submitWithdrawal, {
  needs: needsGranted,

  async prepare(input, deps) {
    const account = grantedAccount(input, deps);
    const { request } = input;
    const { nonce } = request;
    const used = await deps.records.find(entryTable, { where: { account, nonce }, limit: 1 });
    return { signed: signedOf(request, account, deps), isNonceUsed: used.length > 0 };
  },

  decide(turn, received, { signed, isNonceUsed }) {
    const { request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return grant;
    const open = openForWithdrawals(turn, request.token);
    if (!open.ok) return open;
    const listed = turn.book.listing.requireToken(request.token);
    if (!listed.ok) return listed;
    const token = listed.value;
    if (!signed.ok) return signed;
    const { account } = grant.value;
    const cost = turn.rules.withdrawalCost(token.contract);
    if (cost === undefined) {
      const message = `what submitting a withdrawal of ${token.symbol} costs is not known now; use signWithdrawal`;
      return reject('UNAVAILABLE', message);
    }
    const collected = collectFor(turn, account, token, signed.value.amount);
    if (!collected.ok) return collected;
    turn.output.take(account, collected.value);
    const submitted = submitInLedger(turn.book.ledgerOf(account), {
      ...{ account, token, signed: signed.value, isNonceUsed, at: turn.at },
      cost,
      shortFeeCap: turn.book.withdrawalFeeCap(token.contract),
    });
    if (!submitted.ok) return submitted;
    const { entry, facts } = submitted.value;
    turn.output.take(account, facts, request.origin);
    return ok(() => ({
      accountSeq: turn.book.accountSeq(account),
      entryId: entry.id,
    }));
  },
});

/** What the account signed, if it did: the full form as soon as one of its members is given. */
function signedOf(
  request: Request,
  account: Address,
  { domain, crypto }: Pick<AccountDeps, 'domain' | 'crypto'>,
): Result<Signed> {
  const { format, nonce, token, amount, maxFee = ZERO_AMOUNT, receiver = account } = request;
  const signature = canonicalSignature(request.signature);
  if (!signature.ok) return signature;
  const isFull = [request.receiver, request.maxFee, request.deadlineSigned].some(
    (part) => part !== undefined,
  );
  if (isFull && format === 'sign') {
    return reject(
      'INVALID_FIELD',
      'signatureFormat must be signTypedData when receiver, maxFee or deadline is given',
    );
  }
  const terms = {
    scheme: isFull ? 'full' : format === 'sign' ? 'shortPersonal' : 'short',
    ...{ amount, maxFee, receiver, nonce },
    deadline: request.deadlineSigned ?? NO_DEADLINE,
  } as const;
  const signer = checkWithdrawalSigner({ ...terms, account, token }, signature.value, domain, crypto);
  return signer.ok ? ok({ ...terms, signature: signature.value }) : signer;
}
