import { describe, expect, it } from '@jest/globals';
import { characters, isStorable, STORABLE_PATTERN } from './text';

describe('a text of a client', () => {
  it.each(['', 'phone', 'a\nb\t\u0001', 'é€😀', '\ufeff\uffff', '😀'.repeat(2_000), 'x'.repeat(5_000)])(
    'can be stored: %j',
    (text) => expect(isStorable(text)).toBe(true),
  );

  it.each([
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff',
    'a\ud83d',
    '\ude00\ud83d',
    `${'x'.repeat(4_999)}\u0000`,
  ])('can not be stored: %j', (text) => expect(isStorable(text)).toBe(false));

  it('is judged alike by validators that read patterns as Unicode', () => {
    const unicode = new RegExp(STORABLE_PATTERN, 'u');
    for (const text of ['😀', 'a\u0000', '\ud800', '\ude00\ud83d', '\ud83d\ude00']) {
      expect(unicode.test(text)).toBe(isStorable(text));
    }
  });
});

describe('the length of a text', () => {
  it('is counted in code points, as JSON Schema counts', () => {
    expect(['', 'abc', 'é', '😀', '😀a', '\ud83d', '\ude00\ud83d', '👨‍👩‍👧'].map(characters)).toEqual([
      0, 3, 1, 1, 2, 1, 2, 5,
    ]);
  });
});
