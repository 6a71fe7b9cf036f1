import { address, hash } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { describe, expect, it } from '@jest/globals';
import { AccountGroup } from '../groups/account-group';
import { AccountBook } from './account-book';

const alice = address(`0x${'a1'.repeat(20)}`);
const digest = (number: number) => hash(`0x${number.toString(16).padStart(64, '0')}`);

describe('spent order hashes in memory', () => {
  it('are forgotten when there are many of them, so that a busy account does not fill memory', () => {
    const book = new AccountBook(DEFAULT_POLICY, AccountGroup.WHOLE);
    book.load(alice, undefined, { session: undefined, nonces: new Map() });
    for (let number = 0; number < 1_000; number += 1) book.spend(alice, digest(number), number);
    book.forgetSpent();
    expect(book.spentBy(alice, digest(999))).toBe(999);
    book.spend(alice, digest(1_000), 1_000);
    expect(book.spentBy(alice, digest(1_000))).toBe(1_000);
    book.forgetSpent();
    expect(book.isSpent(alice, digest(999))).toBe(false);
  });
});
