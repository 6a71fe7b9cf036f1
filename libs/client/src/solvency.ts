import { type Address, address, hash, type Hash } from '@exchange/core/kernel';
import { type ProofCheck, verifySumProof } from '@exchange/core/solvency';
import type { SolvencyProofObject } from '@exchange/core/wire';

/** What a proof must show; `root` as `GET /rest/v1/solvency` gives it for the proof's block and token. */
export interface ExpectedProof {
  readonly account: string;
  readonly token: string;
  readonly root: string;
}

/**
 * Checks a proof of getSolvencyProof against the root that everybody sees: that it is the account's own, of this token, and
 * part of that root's sum. The root that the proof itself names proves nothing. Whether the amount is right says the
 * account's own balance: what is settled, as of the proof's block.
 */
export async function verifySolvencyProof(
  proof: SolvencyProofObject,
  expected: ExpectedProof,
): Promise<ProofCheck> {
  const { keccak256 } = await import('./signing/noble-crypto');
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
