import { WITHDRAWAL_REASONS, type OperatorWithdrawal } from '@exchange/contract/chain';
import type { Submission } from '@exchange/contract/bus';
import { address, amountFrom, assert, hash, present } from '@exchange/core/kernel';
import { compactS } from '@exchange/core/settlement';

/**
 * `open` to be given to the contract, `sent` in a call that may be mined, `mined` in a block that may be undone,
 * `closed`: final, or given up when no call that carried it can be mined any more.
 */
export const SUBMISSION_STAGES = ['open', 'sent', 'mined', 'closed'] as const;
export type SubmissionStage = (typeof SUBMISSION_STAGES)[number];

/** A withdrawal that its account signed, on its way through the contract's withdrawForUsers. */
export interface SubmittedWithdrawal {
  readonly submission: Submission;
  stage: SubmissionStage;
  /** The newest call that carries it. */
  batchId: number | undefined;
  /** Calls that carried it in vain. */
  calls: number;
}

/** The withdrawal as the contract takes it. */
export function operatorWithdrawal(submission: Submission): OperatorWithdrawal {
  const { v, r, s } = submission.signature;
  assert(v === 27 || v === 28, `v of a withdrawal is ${v}`);
  return {
    account: address(submission.account),
    token: address(submission.token),
    amount: amountFrom(submission.amount),
    maxFee: amountFrom(submission.maxFee),
    fee: amountFrom(submission.fee),
    receiver: address(submission.receiver),
    nonce: BigInt(submission.nonce),
    deadline: submission.deadline,
    scheme: submission.scheme,
    r,
    vs: compactS({ v, r: hash(r), s: hash(s) }),
  };
}

/** The contract's reason in words; a number that it doesn't have is a defect. */
export const withdrawalReason = (code: number): string =>
  present(WITHDRAWAL_REASONS[code], `withdrawal reason ${code}`);
