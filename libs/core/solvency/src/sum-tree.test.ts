import { describe, expect, it } from '@jest/globals';
import { address, hash, type Hash } from '@exchange/core/kernel';
import fc from 'fast-check';
import { getBytes, keccak256 as ethersKeccak, solidityPacked } from 'ethers';
import { SUM_LIMIT, type SumLeaf } from './sum-node';
import { type SumProof, verifySumProof } from './sum-proof';
import { SumTree } from './sum-tree';

const keccak256 = (data: Uint8Array) => getBytes(ethersKeccak(data));
const TOKEN = address(`0x${'70'.repeat(20)}`);
const word = (value: number) => hash(`0x${value.toString(16).padStart(64, '0')}`);
const leafOf = (index: number, amount: bigint): SumLeaf => ({
  salt: word(1_000_003 * (index + 1)),
  account: address(`0x${(index + 1).toString(16).padStart(40, 'a')}`),
  token: TOKEN,
  amount,
});

function treeOf(amounts: readonly bigint[]): SumTree {
  const tree = new SumTree(keccak256);
  for (const [index, amount] of amounts.entries()) tree.add(leafOf(index, amount));
  return tree;
}

const amounts = fc.array(fc.bigInt({ min: 0n, max: (1n << 100n) - 1n }), { minLength: 1, maxLength: 20 });

/** Every proof that differs from this one in one byte of one member. */
function* bentProofs(proof: SumProof, by: number): Generator<SumProof> {
  const bentHex = <T extends string>(text: T): T[] =>
    Array.from({ length: (text.length - 2) / 2 }, (_, at) => {
      const bent = Number.parseInt(text.slice(2 + 2 * at, 4 + 2 * at), 16) ^ by;
      return `${text.slice(0, 2 + 2 * at)}${bent.toString(16).padStart(2, '0')}${text.slice(4 + 2 * at)}` as T;
    });
  const bentSums = (sum: bigint) =>
    Array.from({ length: 16 }, (_, at) => sum ^ (BigInt(by) << BigInt(8 * at)));
  for (const salt of bentHex(proof.salt)) yield { ...proof, salt };
  for (const account of bentHex(proof.account)) yield { ...proof, account };
  for (const token of bentHex(proof.token)) yield { ...proof, token };
  for (const amount of bentSums(proof.amount)) yield { ...proof, amount };
  for (const key of ['index', 'block', 'leaves'] as const) {
    for (let at = 0; at < 6; at += 1) {
      const bent = BigInt(proof[key]) ^ (BigInt(by) << BigInt(8 * at));
      yield { ...proof, [key]: Number(bent) };
    }
  }
  for (const [at, sibling] of proof.siblings.entries()) {
    const withSibling = (next: typeof sibling) => ({ ...proof, siblings: proof.siblings.with(at, next) });
    for (const bent of bentHex(sibling.hash)) yield withSibling({ ...sibling, hash: bent });
    for (const sum of bentSums(sibling.sum)) yield withSibling({ ...sibling, sum });
    yield { ...proof, siblings: proof.siblings.toSpliced(at, 1) };
  }
}

describe('a Merkle sum tree', () => {
  it('proves each leaf as part of the sum of all', () => {
    fc.assert(
      fc.property(amounts, (of) => {
        const tree = treeOf(of);
        const { statement, root } = tree.root(TOKEN, 77);
        expect(statement.sum).toBe(of.reduce((sum, amount) => sum + amount, 0n));
        for (const index of of.keys()) {
          expect(verifySumProof(tree.proof(index, 77), root, keccak256)).toEqual({
            ok: true,
            sum: statement.sum,
          });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('refuses a proof of which any byte of a leaf, a sum, a sibling or a place is another', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), fc.integer({ min: 1, max: 255 }), (of, chosen, by) => {
        const tree = treeOf(of);
        const { root } = tree.root(TOKEN, 77);
        const proof = tree.proof(chosen % of.length, 77);
        for (const bent of bentProofs(proof, by)) {
          expect(verifySumProof(bent, root, keccak256)).toMatchObject({ ok: false });
        }
        const other = `${root.slice(0, -2)}${root.endsWith('00') ? '01' : '00'}` as Hash;
        expect(verifySumProof(proof, other, keccak256)).toEqual({ ok: false, fault: 'root_differs' });
      }),
      { numRuns: 10 },
    );
  });

  it('hashes the paths of what has changed, as if it were built anew', () => {
    const change = fc.record({ at: fc.nat(), amount: fc.bigInt({ min: 0n, max: 1n << 90n }) });
    fc.assert(
      fc.property(amounts, fc.array(change, { maxLength: 12 }), amounts, (of, changes, later) => {
        const tree = treeOf(of);
        const now = [...of];
        tree.top();
        for (const { at, amount } of changes) {
          tree.change(at % now.length, amount);
          now[at % now.length] = amount;
          if (at % 3 === 0) tree.top();
        }
        for (const amount of later) tree.add(leafOf(now.push(amount) - 1, amount));
        expect(tree.root(TOKEN, 5)).toEqual(treeOf(now).root(TOKEN, 5));
      }),
      { numRuns: 25 },
    );
  });

  it('takes no sum that is negative or reaches 2^128', () => {
    const tree = treeOf([SUM_LIMIT - 1n, 0n]);
    const { root } = tree.root(TOKEN, 1);
    const proof = tree.proof(1, 1);
    expect(verifySumProof(proof, root, keccak256)).toMatchObject({ ok: true });
    for (const amount of [-1n, 1n, SUM_LIMIT]) {
      const said = verifySumProof({ ...proof, amount }, root, keccak256);
      expect(said).toEqual({ ok: false, fault: 'sum_out_of_range' });
    }
    expect(() => treeOf([SUM_LIMIT - 1n, 1n]).top()).toThrow('a sum of');
    expect(() => treeOf([-1n]).top()).toThrow('a sum of');
  });

  it('has an empty root, and pads with empty nodes that are no leaves', () => {
    const none = new SumTree(keccak256).root(TOKEN, 3);
    expect(none.statement).toEqual({ token: TOKEN, block: 3, leaves: 0, sum: 0n });
    expect(treeOf([1n, 2n, 3n]).proof(2, 3).siblings[0]).toEqual({ sum: 0n, hash: word(0) });
    const claimed = { ...treeOf([1n, 2n, 3n]).proof(2, 3), index: 3 };
    expect(verifySumProof(claimed, treeOf([1n, 2n, 3n]).root(TOKEN, 3).root, keccak256)).toEqual({
      ...{ ok: false, fault: 'malformed' },
    });
  });

  it('hashes as docs/interface/solvency.md says, by another library', () => {
    const [one, two] = [leafOf(0, 5n), leafOf(1, 7n)];
    const leaf = ({ salt, account, amount }: SumLeaf) =>
      ethersKeccak(
        solidityPacked(
          ['uint8', 'bytes32', 'address', 'address', 'uint128'],
          [0, salt, account, TOKEN, amount],
        ),
      );
    const top = ethersKeccak(
      solidityPacked(
        ['uint8', 'uint128', 'bytes32', 'uint128', 'bytes32'],
        [1, 5n, leaf(one), 7n, leaf(two)],
      ),
    );
    const root = ethersKeccak(
      solidityPacked(
        ['uint8', 'address', 'uint64', 'uint64', 'uint128', 'bytes32'],
        [2, TOKEN, 9, 2, 12n, top],
      ),
    );
    expect(treeOf([5n, 7n]).root(TOKEN, 9).root).toBe(root);
  });
});
