import { assert, type Hash, present } from '@exchange/core/kernel';
import { type Keccak256, toHash } from '@exchange/core/order';
import {
  depthOf,
  EMPTY_NODE,
  innerNode,
  leafNode,
  rootHash,
  type SumLeaf,
  type SumNode,
  type SumStatement,
} from './sum-node';
import type { SumProof } from './sum-proof';

/**
 * The tree of one token: a leaf for each account that ever had some, in the order in which they came, so that a leaf keeps
 * its place and a block changes only the paths of its accounts. Up to the next power of two the places are empty nodes.
 */
export class SumTree {
  private readonly leaves: SumLeaf[] = [];
  /** The leaves' nodes, and above each level the next one, up to the top. */
  private levels: SumNode[][] = [[]];
  /** Leaves whose paths are to be hashed again. */
  private readonly changed = new Set<number>();

  constructor(private readonly keccak: Keccak256) {}

  get size(): number {
    return this.leaves.length;
  }

  /** Adds a leaf and returns its place. */
  add(leaf: SumLeaf): number {
    this.leaves.push(leaf);
    this.changed.add(this.leaves.length - 1);
    return this.leaves.length - 1;
  }

  /** What the account of this leaf is owed from now on, in smallest units. */
  change(index: number, amount: bigint): void {
    this.leaves[index] = { ...present(this.leaves[index], `leaf ${index}`), amount };
    this.changed.add(index);
  }

  /** All that is owed, and the hash of the top node; hashes what has changed. */
  top(): SumNode {
    this.hashChanged();
    return this.levels.at(-1)?.[0] ?? EMPTY_NODE;
  }

  /** The statement for a block, and its root. */
  root(
    token: SumStatement['token'],
    block: number,
  ): { readonly statement: SumStatement; readonly root: Hash } {
    const { sum, hash } = this.top();
    const statement = { token, block, leaves: this.size, sum };
    return { statement, root: rootHash(statement, hash, this.keccak) };
  }

  /** What shows that a leaf is part of the root of this block. */
  proof(index: number, block: number): SumProof {
    this.hashChanged();
    const leaf = present(this.leaves[index], `leaf ${index}`);
    const siblings = this.levels
      .slice(0, -1)
      .map((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? EMPTY_NODE);
    return {
      ...{ ...leaf, index, block, leaves: this.size },
      siblings: siblings.map(({ sum, hash }) => ({ sum, hash: toHash(hash) })),
    };
  }

  private hashChanged(): void {
    if (this.changed.size === 0) return;
    const depth = depthOf(this.size);
    // A deeper tree has new levels, which all leaves are below.
    while (this.levels.length <= depth) this.levels.push([]);
    let places: Iterable<number> = this.levels.at(-1)?.[0] === undefined ? this.leaves.keys() : this.changed;
    for (const index of this.changed) {
      this.setNode(0, index, leafNode(present(this.leaves[index], `leaf ${index}`), this.keccak));
    }
    for (let height = 1; height <= depth; height += 1) {
      places = new Set(Array.from(places, (index) => index >>> 1));
      for (const index of places) this.setNode(height, index, this.above(height, index));
    }
    this.changed.clear();
  }

  private above(height: number, index: number): SumNode {
    const below = present(this.levels[height - 1], `level ${height - 1}`);
    return innerNode(below[2 * index] ?? EMPTY_NODE, below[2 * index + 1] ?? EMPTY_NODE, this.keccak);
  }

  private setNode(height: number, index: number, node: SumNode): void {
    const level = present(this.levels[height], `level ${height}`);
    assert(index <= level.length, `node ${index} after ${level.length}`);
    level[index] = node;
  }
}
