import { address, amount } from '@exchange/core/kernel';
import type { SignatureFormat, SigningDomain, WithdrawalTerms } from '@exchange/core/order';
import type { CommandOf } from '@exchange/core/wire';
import type { Signer } from './order/signer';
import { signWithdrawalTerms } from './signing/withdrawal-statement';

/** A withdrawal for the exchange to submit. With receiver, maxFee or deadline all of it is signed as typed data. */
export interface WithdrawalToSign {
  /** The token's contract; ether is the zero address. */
  readonly token: string;
  /** In smallest units, the fee included. */
  readonly amount: bigint;
  /** Below 2^52, each once. */
  readonly nonce: number;
  /** The account's own key. */
  readonly signer: Signer;
  readonly format?: SignatureFormat | undefined;
  readonly receiver?: string | undefined;
  /** In smallest units. */
  readonly maxFee?: bigint | undefined;
  /** Unix seconds. */
  readonly deadline?: number | undefined;
}

const NO_DEADLINE = 2 ** 32 - 1;

/** The signed command of a withdrawal, which is harmless to send again: its nonce is good once. */
export async function signedSubmission(
  submission: WithdrawalToSign,
  domain: SigningDomain,
): Promise<CommandOf<'submitWithdrawal'>> {
  const { nonce, receiver, maxFee, deadline, signer, format = 'signTypedData' } = submission;
  const isFull = receiver !== undefined || maxFee !== undefined || deadline !== undefined;
  const terms: WithdrawalTerms = {
    scheme: isFull ? 'full' : format === 'sign' ? 'shortPersonal' : 'short',
    account: address(signer.address),
    token: address(submission.token),
    amount: amount(submission.amount),
    maxFee: amount(maxFee ?? 0n),
    receiver: address(receiver ?? signer.address),
    nonce,
    deadline: deadline ?? NO_DEADLINE,
  };
  const signature = await signWithdrawalTerms(signer, terms, domain);
  return {
    c: 'submitWithdrawal',
    ...{ token: terms.token, amount: terms.amount.toString(), nonce, signature },
    signatureFormat: isFull ? 'signTypedData' : format,
    ...(isFull
      ? { receiver: terms.receiver, maxFee: terms.maxFee.toString(), deadline: terms.deadline }
      : {}),
  };
}
