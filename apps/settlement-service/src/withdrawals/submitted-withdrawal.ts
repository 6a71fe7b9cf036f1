import { WITHDRAWAL_REASONS, type OperatorWithdrawal } from '@exchange/contract/chain';
import { present } from '@exchange/core/kernel';
import type { Submission } from '@exchange/core/message';
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
  const { account, token, amount, maxFee, fee, receiver, nonce, deadline, scheme, signature } = submission;
  return {
    ...{ account, token, amount, maxFee, fee, receiver, nonce: BigInt(nonce), deadline, scheme },
    r: signature.r,
    vs: compactS(signature),
  };
}

/** The contract's reason in words; a number that it doesn't have is a defect. */
export const withdrawalReason = (code: number): string =>
  present(WITHDRAWAL_REASONS[code], `withdrawal reason ${code}`);
