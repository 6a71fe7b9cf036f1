import { type Address, assert, type Hash } from '@exchange/core/kernel';
import { type Keccak256, toHash, writeHex, writeUint128 } from '@exchange/core/order';

/** A node of the tree: what is owed below it, in smallest units, and the 32 bytes that say so. */
export interface SumNode {
  readonly sum: bigint;
  readonly hash: Uint8Array;
}

/** What an account is owed of a token. `salt`: 32 random bytes of its own, without which nobody can try out who it is. */
export interface SumLeaf {
  readonly salt: Hash;
  readonly account: Address;
  readonly token: Address;
  readonly amount: bigint;
}

/** What one root stands for: all that the contract owes of a token as of a block. */
export interface SumStatement {
  readonly token: Address;
  readonly block: number;
  /** So many accounts have a leaf. */
  readonly leaves: number;
  /** In smallest units. */
  readonly sum: bigint;
}

/** The contract never owes 2^128 of a token or more (Vault: totalLiabilities). */
export const SUM_LIMIT = 1n << 128n;

const HASH_BYTES = 32;
const ADDRESS_BYTES = 20;
const SUM_BYTES = 16;

/** Where there is no account. No hash is zero, so it can't be taken for a leaf. */
export const EMPTY_NODE: SumNode = { sum: 0n, hash: new Uint8Array(HASH_BYTES) };

/** The first byte of what is hashed: no hash of one kind is one of another. */
const KIND = { leaf: 0, inner: 1, root: 2 } as const;

/** Sums lie in [0, 2^128): with that no inner node can hide a negative one. */
export const isSum = (value: bigint): boolean => value >= 0n && value < SUM_LIMIT;

/** keccak256(0x00 ‖ salt ‖ account ‖ token ‖ amount as 16 bytes). An amount outside of [0, 2^128) is a defect. */
export function leafNode({ salt, account, token, amount }: SumLeaf, keccak: Keccak256): SumNode {
  return { sum: amount, hash: keccak(LEAF.begin().hex(salt).hex(account).hex(token).sum(amount).bytes) };
}

/**
 * keccak256(0x01 ‖ left sum ‖ left hash ‖ right sum ‖ right hash), sums as 16 bytes; above two empty nodes is an empty one.
 * A sum outside of [0, 2^128) is a defect: whoever checks what others say asks {@link isSum} first.
 */
export function innerNode(left: SumNode, right: SumNode, keccak: Keccak256): SumNode {
  if (isEmpty(left) && isEmpty(right)) return EMPTY_NODE;
  INNER.begin().sum(left.sum).raw(left.hash).sum(right.sum).raw(right.hash);
  const sum = left.sum + right.sum;
  assert(isSum(sum), `a sum of ${sum}`);
  return { sum, hash: keccak(INNER.bytes) };
}

/** keccak256(0x02 ‖ token ‖ block as 8 bytes ‖ leaves as 8 ‖ sum as 16 ‖ hash of the top node). */
export function rootHash(
  { token, block, leaves, sum }: SumStatement,
  top: Uint8Array,
  keccak: Keccak256,
): Hash {
  return toHash(keccak(ROOT.begin().hex(token).count(block).count(leaves).sum(sum).raw(top).bytes));
}

/**
 * How many levels stand on the leaves: the least with room for all.
 * @example
 * depthOf(5) // → 3
 */
export function depthOf(leaves: number): number {
  let depth = 0;
  while (2 ** depth < leaves) depth += 1;
  return depth;
}

const isEmpty = ({ hash: bytes }: SumNode): boolean =>
  bytes === EMPTY_NODE.hash || bytes.every((byte) => byte === 0);

/** What is hashed, written one after the other behind the byte of its kind. One buffer serves each kind: keccak keeps none. */
class Words {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 1;

  constructor(kind: number, length: number) {
    this.bytes = new Uint8Array(1 + length);
    this.bytes[0] = kind;
    this.view = new DataView(this.bytes.buffer);
  }

  /** From the start again. */
  begin(): this {
    this.at = 1;
    return this;
  }

  hex(text: Hash | Address): this {
    writeHex(this.bytes, this.at, text);
    this.at += text.length / 2 - 1;
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
    return this;
  }

  sum(value: bigint): this {
    assert(isSum(value), `a sum of ${value}`);
    writeUint128(this.view, this.at, value);
    this.at += SUM_BYTES;
    return this;
  }

  count(value: number): this {
    this.view.setBigUint64(this.at, BigInt(value));
    this.at += 8;
    return this;
  }
}

const LEAF = new Words(KIND.leaf, HASH_BYTES + 2 * ADDRESS_BYTES + SUM_BYTES);
const INNER = new Words(KIND.inner, 2 * (SUM_BYTES + HASH_BYTES));
const ROOT = new Words(KIND.root, ADDRESS_BYTES + 8 + 8 + SUM_BYTES + HASH_BYTES);
