import { SHORT_WITHDRAWAL_TYPES, WITHDRAWAL_TYPES, type WithdrawalTerms } from '@exchange/core/order';
import type { TypedStatement } from './statement';

/** A withdrawal for the exchange to submit, as typed data in its form (docs/interface, submitted). */
export function withdrawalStatement(terms: WithdrawalTerms): TypedStatement {
  const { scheme, account, token, maxFee, receiver, nonce, deadline } = terms;
  const short = { token, amount: terms.amount.toString(), nonce };
  if (scheme !== 'full') return { types: SHORT_WITHDRAWAL_TYPES, message: short };
  const message = { account, ...short, maxFee: maxFee.toString(), receiver, deadline };
  return { types: WITHDRAWAL_TYPES, message };
}
