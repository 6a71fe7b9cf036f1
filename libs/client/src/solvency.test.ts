import { describe, expect, it } from '@jest/globals';
import { address, hash } from '@exchange/core/kernel';
import { SumTree } from '@exchange/core/solvency';
import { keccak256 } from './signing/noble-crypto';
import { verifySolvencyProof } from './solvency';

const TOKEN = `0x${'70'.repeat(20)}`;
const account = (digit: string) => `0x${digit.repeat(40)}`;
const of = ['a', 'b', 'c'].map((digit, index) => ({
  ...{ salt: hash(`0x${digit.repeat(64)}`), account: address(account(digit)), token: address(TOKEN) },
  amount: BigInt(100 * (index + 1)),
}));

function shown(index: number) {
  const tree = new SumTree(keccak256);
  for (const leaf of of) tree.add(leaf);
  const { root } = tree.root(address(TOKEN), 12);
  const { amount, siblings, ...proof } = tree.proof(index, 12);
  const written = siblings.map(({ sum, hash: node }) => ({ sum: `${sum}`, hash: node }));
  return { ...proof, amount: `${amount}`, siblings: written, root };
}

describe('a proof of what the exchange owes', () => {
  it('holds for the account, token and root that everybody sees', async () => {
    const proof = shown(1);
    // In whatever letter case the caller has its address.
    const expected = { account: account('B'), token: TOKEN, root: proof.root };
    expect(await verifySolvencyProof(proof, expected)).toEqual({ ok: true, sum: 600n });
  });

  it('is refused when it is another account’s, another token’s, or of another root than everybody sees', async () => {
    const proof = shown(1);
    const expected = { account: account('b'), token: TOKEN, root: proof.root };
    const refused = { ok: false };
    expect(await verifySolvencyProof(proof, { ...expected, account: account('a') })).toMatchObject(refused);
    expect(await verifySolvencyProof(proof, { ...expected, token: account('1') })).toMatchObject(refused);
    expect(await verifySolvencyProof(proof, { ...expected, root: `0x${'1'.repeat(64)}` })).toMatchObject(
      refused,
    );
    expect(await verifySolvencyProof({ ...proof, amount: '201' }, expected)).toMatchObject(refused);
    expect(await verifySolvencyProof({ ...proof, block: 13 }, expected)).toMatchObject(refused);
  });

  it('is refused, and nothing thrown, when a number in it is none', async () => {
    const proof = shown(1);
    const expected = { account: account('b'), token: TOKEN, root: proof.root };
    expect(await verifySolvencyProof({ ...proof, amount: 'much' }, expected)).toEqual({
      ...{ ok: false, fault: 'malformed' },
    });
  });
});
