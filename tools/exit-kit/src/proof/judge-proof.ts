import { verifySumProof } from '@exchange/core/solvency';
import { getBytes, keccak256 } from 'ethers';
import type { SavedCase } from './saved-files';

/** A proof that holds. `sum`: what was owed of the token to all, in smallest units. */
export interface Judgement {
  readonly sum: bigint;
  readonly words: readonly string[];
}

const keccak = (data: Uint8Array): Uint8Array => getBytes(keccak256(data));

/**
 * Whether the leaf, the sums and the root agree, without asking anybody. Throws, saying what doesn't agree, unless they do
 * (docs/interface/solvency.md).
 */
export function judgeProof({ proof, namedRoot, published }: SavedCase): Judgement {
  const check = verifySumProof(proof, namedRoot, keccak);
  if (!check.ok) throw new Error(FAULTS[check.fault]);
  const words = ['The leaf, the sums on its way and the root agree.'];
  if (published === undefined) {
    const missing =
      `The root is what the proof itself names, which shows nothing alone: compare ${namedRoot} with what everybody was ` +
      `shown for block ${proof.block}.`;
    return { sum: check.sum, words: [...words, missing] };
  }
  if (published.block !== proof.block) {
    throw new Error(
      `the proof is of block ${proof.block}, and the published root of block ${published.block}: only the same can be compared`,
    );
  }
  if (published.root !== namedRoot) {
    throw new Error(
      `the proof doesn't hold: it leads to the root ${namedRoot}, and everybody was shown ${published.root}`,
    );
  }
  return {
    sum: check.sum,
    words: [...words, `The root is what everybody was shown for block ${proof.block}.`],
  };
}

const FAULTS = {
  malformed:
    "the proof doesn't hold: it must have a sibling for each level of the tree, and a place in it (index below leaves)",
  sum_out_of_range: "the proof doesn't hold: a sum on the way from the leaf to the root reaches 2^128",
  root_differs:
    "the proof doesn't hold: the leaf and the sums don't lead to the root that it names; something in it was changed",
} as const;
