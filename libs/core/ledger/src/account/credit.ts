import { type Address, amount, minAmount, type TokenAmount } from '@exchange/core/kernel';
import type { Journal } from '../journal';
import type { PostingLine, PostingRef } from './posting';

/**
 * Posts lines with a credit of the journal's account: it pays the shortfall in that token first, and only what is left
 * goes to usable, or to blocked if the account is leaving with the token (docs: ledger, shortfalls).
 * @param lines the other side of the credit
 * @returns what was left
 */
export function postCredit(
  journal: Journal,
  ref: PostingRef,
  token: Address,
  credit: TokenAmount,
  lines: readonly PostingLine[],
): TokenAmount {
  const paid = minAmount(credit, journal.account.balance(token).shortfall);
  const left = amount(credit - paid);
  journal.post(ref, [
    ...lines,
    ...owedLines(journal, token, -paid),
    journal.line(token, journal.account.creditBucket(token), left),
  ]);
  return left;
}

/** The operator owes the account more of a token, or less if the change is negative. */
export const owedLines = (journal: Journal, token: Address, change: bigint): readonly PostingLine[] => [
  { owner: 'shortfall', token, bucket: 'total', amount: -change },
  journal.line(token, 'shortfall', change),
];
