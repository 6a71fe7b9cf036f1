import { describe, expect, it } from '@jest/globals';
import { address, hash } from '@exchange/core/kernel';
import { SumTree } from '@exchange/core/solvency';
import { getBytes, keccak256 } from 'ethers';
import { judgeProof } from './judge-proof';
import { givenRoot, readSaved } from './saved-files';

const TOKEN = address(`0x${'70'.repeat(20)}`);
const tree = new SumTree((data) => getBytes(keccak256(data)));
for (const digit of ['1', '2', '3', '4', '5']) {
  const account = address(`0x${digit.repeat(40)}`);
  tree.add({
    account,
    token: TOKEN,
    amount: BigInt(digit) * 10n ** 20n,
    salt: hash(`0x${digit.repeat(64)}`),
  });
}
const { root } = tree.root(TOKEN, 77);
const { amount, siblings, ...rest } = tree.proof(2, 77);
const proof = {
  ...{ ...rest, amount: String(amount), root },
  siblings: siblings.map(({ sum, hash: of }) => ({ sum: String(sum), hash: of })),
};
const solvency = { block: 77, tokens: [{ token: TOKEN, root }] };
const file = (json: unknown, name = 'proof.json') => ({ name, text: JSON.stringify(json) });
const judged = (...files: { name: string; text: string }[]) => judgeProof(readSaved(files, undefined));

describe('a saved solvency proof', () => {
  it('holds as the packet, the answer or the object, against what everybody was shown', () => {
    const published = file({ status: 0, message: 'success', data: solvency }, 'all.json');
    for (const saved of [proof, [0, 'sp', proof], [0, 'sp', proof, 1]]) {
      for (const files of [
        [file(saved), published],
        [published, file(saved)],
      ]) {
        const { sum, words } = judged(...files);
        expect(sum).toBe(15n * 10n ** 20n);
        expect(words).toEqual([
          'The leaf, the sums on its way and the root agree.',
          'The root is what everybody was shown for block 77.',
        ]);
      }
    }
    expect(judgeProof(readSaved([file(proof)], givenRoot(root, '77'))).words[1]).toContain(
      'everybody was shown for',
    );
  });

  it('shows nothing alone, and says so', () => {
    expect(judged(file(proof)).words[1]).toContain('shows nothing alone');
  });

  it('is refused when any digit of it is another', () => {
    const text = JSON.stringify(proof);
    const members = ['account', 'token', 'amount', 'salt', 'index', 'block', 'leaves', 'sum', 'hash', 'root'];
    for (const match of text.matchAll(/"(\w+)":"?(0x)?([0-9a-f]+)/g)) {
      const [whole, member = '', , value = ''] = match;
      expect(members).toContain(member);
      for (let at = 0; at < value.length; at++) {
        const place = match.index + whole.length - value.length + at;
        const bent = text.slice(0, place) + (text[place] === '7' ? '8' : '7') + text.slice(place + 1);
        expect(() => judged({ name: 'proof.json', text: bent })).toThrow("the proof doesn't hold");
      }
    }
  });

  it('is refused when everybody was shown another root, or that of another block', () => {
    const other = hash(`0x${'9'.repeat(64)}`);
    expect(() => judgeProof(readSaved([file(proof)], { root: other, block: 77 }))).toThrow(
      `it leads to the root ${root}, and everybody was shown ${other}`,
    );
    expect(() => judgeProof(readSaved([file(proof)], { root, block: 78 }))).toThrow(
      'the proof is of block 77, and the published root of block 78',
    );
  });

  it.each([
    ['{', 'proof.json is no JSON'],
    ['null', 'proof.json must be an object'],
    ['[]', 'the packet in proof.json must be an object'],
    ['{"data":1}', 'data in proof.json must be an object'],
    [{ ...proof, siblings: undefined }, 'siblings in proof.json must be a list'],
    [{ ...proof, siblings: [1] }, 'siblings[0] in proof.json must be an object'],
    [
      { ...proof, siblings: [{ sum: 1, hash: root }] },
      'siblings[0].sum in proof.json must be a whole number of',
    ],
    [{ ...proof, siblings: [{ sum: '1', hash: '0x' }] }, 'siblings[0].hash in proof.json must be 0x and 64'],
    [{ ...proof, siblings: [] }, 'a sibling for each level'],
    [{ ...proof, account: 5 }, 'account in proof.json must be a text'],
    [{ ...proof, account: '0x5' }, 'account in proof.json must be'],
    [{ ...proof, amount: '-1' }, 'amount in proof.json must be a whole number of smallest units'],
    [{ ...proof, amount: '9'.repeat(39) }, 'reaches 2^128'],
    [{ ...proof, index: 5 }, 'index below leaves'],
    [{ ...proof, leaves: 1.5 }, 'leaves in proof.json must be a whole number'],
    [{ ...proof, root: undefined }, 'root in proof.json must be a text'],
    [solvency, 'there is no proof in proof.json'],
  ])('%j is refused with a sentence', (json, sentence) => {
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    expect(() => judged({ name: 'proof.json', text })).toThrow(sentence);
  });

  it('is checked against one root only, with its block', () => {
    const published = file(solvency, 'all.json');
    expect(() => judged(file(proof), file(proof))).toThrow('give one proof');
    expect(() => readSaved([file(proof), published], { root, block: 77 })).toThrow('or all.json, not both');
    expect(() => judged(file(proof), file({ block: 77, tokens: [] }))).toThrow(
      "says nothing of the proof's token",
    );
    expect(() => givenRoot(root, '')).toThrow('the root and its block, or neither');
    expect(() => givenRoot('0x1', '7')).toThrow('the root must be 0x and 64');
    expect(() => givenRoot(root, '7.5')).toThrow('the block of the root must be a whole number');
  });
});
