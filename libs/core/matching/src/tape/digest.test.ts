import { describe, expect, it } from '@jest/globals';
import { digestFromHex, digestHex, digestText, digestWords, EMPTY_DIGEST } from './digest';

const hexOf = (...words: number[]) =>
  digestHex(digestWords(EMPTY_DIGEST, 0, Int32Array.from(words), words.length));

describe('the digest', () => {
  it('stays what it is: records hold it', () => {
    expect(digestHex(EMPTY_DIGEST)).toBe('cbf29ce484222325');
    expect(hexOf(1, 2, 3)).toBe('c204567ea8edbba6');
    expect(digestHex(digestText(EMPTY_DIGEST, 'foobar'))).toBe('cedabd1951234163');
  });

  it('differs by each word, by their order, by their number and by the number before them', () => {
    const before = digestHex(digestWords(EMPTY_DIGEST, 1, Int32Array.of(1, 2, 3), 3));
    const seen = [hexOf(), hexOf(0), hexOf(0, 0), hexOf(1, 2, 3), hexOf(2, 1, 3), hexOf(1, 2, 4), before];
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('hashes no more than the words that are meant', () => {
    expect(digestWords(EMPTY_DIGEST, 7, Int32Array.of(1, 2, 3), 2)).toEqual(
      digestWords(EMPTY_DIGEST, 7, Int32Array.of(1, 2, 9), 2),
    );
  });

  it('goes on after being written and read', () => {
    const half = digestText(EMPTY_DIGEST, 'foo');
    expect(digestFromHex(digestHex(half))).toEqual(half);
  });
});
