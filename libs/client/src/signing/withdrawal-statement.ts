import {
  SHORT_WITHDRAWAL_TYPES,
  type SigningDomain,
  typedDomain,
  WITHDRAWAL_TYPES,
  type WithdrawalTerms,
} from '@exchange/core/order';
import type { Signer } from '../order/signer';
import type { TypedStatement } from './statement';

/** A withdrawal for the exchange to submit, as typed data in its form (docs/interface, submitted). */
export function withdrawalStatement(terms: WithdrawalTerms): TypedStatement {
  const { scheme, account, token, maxFee, receiver, nonce, deadline } = terms;
  const short = { token, amount: terms.amount.toString(), nonce };
  if (scheme !== 'full') return { types: SHORT_WITHDRAWAL_TYPES, message: short };
  const message = { account, ...short, maxFee: maxFee.toString(), receiver, deadline };
  return { types: WITHDRAWAL_TYPES, message };
}

/** Signs a withdrawal in its form (docs/interface, submitted): 65 bytes in hex. */
export async function signWithdrawalTerms(
  signer: Signer,
  terms: WithdrawalTerms,
  domain: SigningDomain,
): Promise<string> {
  if (terms.scheme === 'shortPersonal') {
    // Loaded when it is first needed, with keccak.
    const { packedWithdrawal } = await import('./packed-hashes');
    return signer.signMessage(packedWithdrawal(terms, domain.contract));
  }
  const { types, message } = withdrawalStatement(terms);
  return signer.signTypedData(typedDomain(domain), types, message);
}
