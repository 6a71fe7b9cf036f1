import {
  decodeWithdrawalReason,
  encodeExecuteWithdrawal,
  shortWithdrawal,
  type Statement,
  withdrawal,
  WITHDRAWAL_REASONS,
} from '@exchange/contract/chain';
import { amount } from '@exchange/core/kernel';
import {
  packedWithdrawalHash,
  type WithdrawalScheme,
  withdrawalDigest,
  type WithdrawalTerms,
} from '@exchange/core/order';
import { compactS } from '@exchange/core/settlement';
import { getBytes, keccak256 } from 'ethers';
import type { DrawValue, SignedValue } from './co-signed.fixture';
import type { ValueDraw } from './draw.fixture';
import type { CallAnswer, AskedExchange } from './asked-exchange.fixture';

export const keccak = (data: Uint8Array): Uint8Array => getBytes(keccak256(data));

const reasonOf = ({ returned }: CallAnswer) =>
  returned === undefined ? 'reverted' : WITHDRAWAL_REASONS[decodeWithdrawalReason(returned)];

export function drawnWithdrawal(draw: ValueDraw, { domain }: AskedExchange, scheme: WithdrawalScheme) {
  const signer = draw.key();
  const owned = draw.uint(128);
  const terms: WithdrawalTerms = {
    ...{ scheme, account: signer.address, token: draw.address(), receiver: draw.address() },
    // Nobody has it: the check of the balance comes after that of the signature.
    amount: amount(owned === 0n ? 1n : owned),
    ...{ maxFee: amount(draw.uint(128)), nonce: draw.nonce(), deadline: draw.deadline() },
  };
  const value: Omit<SignedValue, 'statement' | 'ours'> & { readonly ours: Uint8Array } = {
    signer,
    ours: withdrawalDigest(terms, domain, keccak),
    call: (signature) => ({
      from: domain.contract,
      data: encodeExecuteWithdrawal({
        ...{ ...terms, nonce: BigInt(terms.nonce), fee: amount(draw.uint(128)) },
        ...{ r: signature.r, vs: compactS(signature) },
      }),
    }),
    isAccepted: (answer) => reasonOf(answer) === 'BALANCE',
    isRefused: (answer) => reasonOf(answer) === 'SIGNATURE',
  };
  return { terms, value };
}

const inForm =
  (
    scheme: WithdrawalScheme,
    statementOf: (terms: WithdrawalTerms, chain: AskedExchange) => Statement,
  ): DrawValue =>
  (draw, chain) => {
    const { terms, value } = drawnWithdrawal(draw, chain, scheme);
    return { statement: statementOf(terms, chain), ...value };
  };

export const submittedTypes: Readonly<Record<string, DrawValue>> = {
  'Withdrawal, full': inForm('full', ({ scheme: _, ...terms }, { domain }) =>
    withdrawal(domain, { ...terms, nonce: BigInt(terms.nonce) }),
  ),
  'Withdrawal, short': inForm('short', ({ token, amount: units, nonce }, { domain }) =>
    shortWithdrawal(domain, { token, amount: units, nonce: BigInt(nonce) }),
  ),
};

/** The personal form has no EIP-712 statement: the message that a wallet signs, and the rest as above. */
export function personalWithdrawal(draw: ValueDraw, chain: AskedExchange) {
  const { terms, value } = drawnWithdrawal(draw, chain, 'shortPersonal');
  return { terms, packed: packedWithdrawalHash(terms, chain.domain.contract, keccak), ...value };
}
