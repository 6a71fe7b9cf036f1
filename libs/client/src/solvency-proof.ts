import { type Address, address, hash, type Hash } from '@exchange/core/kernel';
import { type ProofCheck, verifySumProof } from '@exchange/core/solvency';
import type { SolvencyProofObject } from '@exchange/core/wire';
import { keccak256 } from './signing/noble-crypto';
import type { ExpectedProof } from './solvency';

/** See `verifySolvencyProof`. */
export function checkProof(proof: SolvencyProofObject, expected: ExpectedProof): ProofCheck {
  const isOwn = proof.account === lower(expected.account) && proof.token === lower(expected.token);
  const sums = [proof.amount, ...proof.siblings.map(({ sum }) => sum)];
  if (!isOwn || !sums.every((text) => DIGITS.test(text))) return { ok: false, fault: 'malformed' };
  const { index, block, leaves, siblings } = proof;
  return verifySumProof(
    {
      ...{ account: proof.account as Address, token: proof.token as Address, salt: proof.salt as Hash },
      ...{ amount: BigInt(proof.amount), index, block, leaves },
      siblings: siblings.map(({ sum, hash: of }) => ({ sum: BigInt(sum), hash: of as Hash })),
    },
    hash(expected.root),
    keccak256,
  );
}

const DIGITS = /^\d{1,39}$/;

const lower = (text: string): Address => address(text.toLowerCase());
