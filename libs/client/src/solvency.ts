import type { ProofCheck } from '@exchange/core/solvency';
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
  const { checkProof } = await import('./solvency-proof');
  return checkProof(proof, expected);
}
