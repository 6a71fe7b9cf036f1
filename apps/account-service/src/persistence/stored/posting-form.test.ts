import { describe, expect, it } from '@jest/globals';
import { type Pool, POOLS } from '@exchange/core/ledger';
import { POSTING_PLACES } from '../migrations/custody/030-settled-on-its-way';
import type { PostingRow } from '../tables/account-tables';
import { gatherPostings, PLACES } from './posting-form';

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;
const token = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
const posting = (id: number, more: Partial<PostingRow> = {}): PostingRow => ({
  ...{ id, owner: ALICE, token: token(1), bucket: 'usable', amount: 1n, refKind: 'order', refId: 1, at: 5 },
  ...more,
});
const sizes = (rows: readonly PostingRow[]) =>
  gatherPostings(rows).map(({ id, amounts }) => [id, amounts.length]);

describe('postings of one cause', () => {
  it('are one row as long as they follow each other', () => {
    expect(sizes([posting(1), posting(2, { owner: 'clearing', bucket: 'total' }), posting(3)])).toEqual([
      [1, 3],
    ]);
    expect(sizes([posting(1), posting(3)])).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  it.each([
    ['another cause', { refId: 2 }],
    ['another kind of cause', { refKind: 'entry' }],
    ['another time', { at: 6 }],
    ['another account', { owner: BOB }],
  ])('begin a new row with %s', (_, more) => {
    expect(sizes([posting(1), posting(2, more), posting(3, more)])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('have at most sixteen tokens in a row', () => {
    const rows = Array.from({ length: 17 }, (_, index) => posting(index + 1, { token: token(index + 1) }));
    expect(sizes(rows)).toEqual([
      [1, 16],
      [17, 1],
    ]);
  });

  it('have the numbers that the view gives their places', () => {
    expect([...POSTING_PLACES.matchAll(/'([a-zA-Z ]+)'/g)].map(([, place]) => place)).toEqual(PLACES);
    for (const pool of POOLS satisfies readonly Pool[]) expect(PLACES).toContain(`${pool} total`);
  });
});
