import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type OwnerHead, type StoredEntry, storedEntry, readEntry, verifyLog } from '.';
import { frozen, logOf, sha256 } from './operator-log.fixture';

const length = 12;
const whole = logOf(Array.from({ length }, (_, at) => frozen(`0x${at}`)));
const at = (most: number) => fc.integer({ min: 0, max: most });
const changed = (index: number, entry: Partial<StoredEntry>) =>
  whole.map((one, place) => (place === index ? { ...one, ...entry } : one));
const ownerOf = (index: number): OwnerHead => ({ owner: 'main', ...pick(whole[index]) });
const pick = (entry: StoredEntry | undefined) => {
  if (entry === undefined) throw new Error('no such entry');
  return { seq: entry.seq, hash: entry.hash };
};

describe('the check of a log', () => {
  it('finds nothing in what was written, whatever an owner carried out of it', () => {
    fc.assert(
      fc.property(at(length - 1), (index) => {
        expect(verifyLog(whole, [ownerOf(index)], sha256)).toEqual({ ok: true, head: pick(whole.at(-1)) });
      }),
    );
    expect(verifyLog([], [], sha256)).toMatchObject({ ok: true, head: { seq: 0 } });
  });

  it('names the entry of which any one byte was flipped', () => {
    fc.assert(
      fc.property(at(length - 1), fc.nat(), at(6), (index, place, bit) => {
        const { body, hash } = whole[index] as StoredEntry;
        const bytes = Buffer.from(body);
        const flipped = place % bytes.length;
        bytes[flipped] = (bytes[flipped] ?? 0) ^ (1 << bit);
        const wrong = changed(index, { body: bytes.toString('latin1'), hash });
        expect(verifyLog(wrong, [], sha256)).toMatchObject({ ok: false, seq: index + 1, fault: 'changed' });
      }),
    );
  });

  it('names the entry whose hash was flipped', () => {
    fc.assert(
      fc.property(at(length - 1), fc.integer({ min: 2, max: 65 }), (index, digit) => {
        const { hash } = whole[index] as StoredEntry;
        const other = hash[digit] === '0' ? '1' : '0';
        const wrong = `${hash.slice(0, digit)}${other}${hash.slice(digit + 1)}` as typeof hash;
        expect(verifyLog(changed(index, { hash: wrong }), [], sha256)).toMatchObject({ seq: index + 1 });
      }),
    );
  });

  it('names the entry that was written anew with a hash that fits it', () => {
    fc.assert(
      fc.property(at(length - 2), (index) => {
        const entry = readEntry(whole[index] as StoredEntry);
        const forged = storedEntry({ ...entry, person: 'mallory' }, sha256);
        const verdict = { ok: false, seq: index + 1, fault: 'changed' };
        expect(verifyLog(changed(index, forged), [], sha256)).toMatchObject(verdict);
      }),
    );
  });

  it('names a newest entry that was written anew, since its owner knows another', () => {
    const entry = readEntry(whole[length - 1] as StoredEntry);
    const forged = storedEntry({ ...entry, person: 'mallory' }, sha256);
    const wrong = changed(length - 1, forged);
    expect(verifyLog(wrong, [], sha256)).toMatchObject({ ok: true });
    const verdict = { ok: false, seq: length, fault: 'changed' };
    expect(verifyLog(wrong, [ownerOf(length - 1)], sha256)).toMatchObject(verdict);
  });

  it('names the first one that is missing', () => {
    fc.assert(
      fc.property(at(length - 2), fc.integer({ min: 1, max: length }), (from, many) => {
        const to = Math.min(from + many, length - 1);
        const wrong = whole.filter((_, index) => index < from || index >= to);
        const verdict = { ok: false, seq: from + 1, fault: 'missing' };
        expect(verifyLog(wrong, [], sha256)).toMatchObject(verdict);
      }),
    );
  });

  it('names the first one that was cut off at its end, if an owner carried a later one out', () => {
    fc.assert(
      fc.property(at(length - 1), at(length - 1), (kept, carriedOut) => {
        const verdict = verifyLog(whole.slice(0, kept), [ownerOf(carriedOut)], sha256);
        if (carriedOut < kept) expect(verdict.ok).toBe(true);
        else expect(verdict).toMatchObject({ ok: false, seq: kept + 1, fault: 'missing' });
      }),
    );
  });

  it('names the first of two that were swapped, with or without their sequences', () => {
    fc.assert(
      fc.property(at(length - 1), at(length - 1), fc.boolean(), (one, other, renumbered) => {
        fc.pre(one < other);
        const [first, second] = [whole[one] as StoredEntry, whole[other] as StoredEntry];
        const wrong = whole.map((entry, index) => {
          if (index === one) return renumbered ? { ...second, seq: first.seq } : second;
          if (index === other) return renumbered ? { ...first, seq: second.seq } : first;
          return entry;
        });
        const verdict = verifyLog(wrong, [], sha256);
        expect(verdict).toMatchObject({ ok: false, seq: one + 1 });
        if (renumbered) expect(verdict).toMatchObject({ fault: 'swapped' });
      }),
    );
  });
});
