import type { Hash } from '@exchange/core/kernel';
import { hashBytes, type Keccak256 } from '@exchange/core/order';
import { depthOf, innerNode, isSum, leafNode, rootHash, type SumLeaf } from './sum-node';

/** A node beside the way from a leaf to the top. */
export interface Sibling {
  readonly sum: bigint;
  readonly hash: Hash;
}

/** That an account's amount is part of the sum that a root states. */
export interface SumProof extends SumLeaf {
  /** The leaf's place, from 0. */
  readonly index: number;
  readonly block: number;
  /** So many leaves the tree has. */
  readonly leaves: number;
  /** Beside the leaf, then beside the node above it, and so on up to the top. */
  readonly siblings: readonly Sibling[];
}

/** What is wrong with a proof. */
export type ProofFault = 'malformed' | 'sum_out_of_range' | 'root_differs';

/** `sum`: all that is owed of the token, which the proof's amount is part of. */
export type ProofCheck =
  | { readonly ok: true; readonly sum: bigint }
  | { readonly ok: false; readonly fault: ProofFault };

const BYTES_32 = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const LEAVES_MAX = 2 ** 40;

/**
 * Checks a proof against the root that the exchange shows to everybody (`GET /rest/v1/solvency`). It holds only if the leaf
 * (account, token, amount, salt), its place, the block, the number of leaves and each sibling are what the root was made of,
 * and no sum on the way is negative or reaches 2^128. Pure: `keccak` is passed in.
 */
export function verifySumProof(proof: SumProof, root: Hash, keccak: Keccak256): ProofCheck {
  if (!isWellFormed(proof)) return { ok: false, fault: 'malformed' };
  if (![proof.amount, ...proof.siblings.map(({ sum }) => sum)].every(isSum)) {
    return { ok: false, fault: 'sum_out_of_range' };
  }
  let node = leafNode(proof, keccak);
  for (const [height, { sum, hash }] of proof.siblings.entries()) {
    if (!isSum(node.sum + sum)) return { ok: false, fault: 'sum_out_of_range' };
    const sibling = { sum, hash: hashBytes(hash) };
    const isRight = Math.floor(proof.index / 2 ** height) % 2 === 1;
    node = isRight ? innerNode(sibling, node, keccak) : innerNode(node, sibling, keccak);
  }
  const { token, block, leaves } = proof;
  const stated = rootHash({ token, block, leaves, sum: node.sum }, node.hash, keccak);
  return stated === root ? { ok: true, sum: node.sum } : { ok: false, fault: 'root_differs' };
}

/** Comes from outside: the types say nothing. */
function isWellFormed({ salt, account, token, amount, index, block, leaves, siblings }: SumProof): boolean {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  return (
    [salt, ...siblings.map(({ hash }) => hash)].every((text) => BYTES_32.test(text)) &&
    [account, token].every((text) => ADDRESS.test(text)) &&
    [amount, ...siblings.map(({ sum }) => sum)].every((value) => typeof value === 'bigint') &&
    [index, block, leaves].every(isCount) &&
    leaves <= LEAVES_MAX &&
    index < leaves &&
    siblings.length === depthOf(leaves)
  );
}
