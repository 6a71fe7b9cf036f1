import { describe, expect, it } from '@jest/globals';
import { readDialect } from './dialect';

describe('what a connection appends to its address', () => {
  it.each([
    ['', 'seed', 'ms', 'plain'],
    ['events=distinct', 'distinct', 'ms', 'plain'],
    ['bars=seconds', 'seed', 'seconds', 'plain'],
    ['books=sequenced', 'seed', 'ms', 'sequenced'],
    ['bars=seconds&books=sequenced&events=distinct', 'distinct', 'seconds', 'sequenced'],
    ['token=abc&EVENTS=x&bars=seconds&token=abc', 'seed', 'seconds', 'plain'],
  ])('says how it wants to be written to: "%s"', (query, naming, barTime, books) => {
    expect(readDialect(query)).toEqual({ ok: true, value: { naming, barTime, books } });
  });

  it.each([
    ['events=unique', 'events must be distinct or be left out, not "unique"'],
    ['events=', 'events must be distinct or be left out, not ""'],
    ['events', 'events must be distinct or be left out, not ""'],
    ['events=distinct&bars=s', 'bars must be seconds or be left out, not "s"'],
    ['bars=Seconds', 'bars must be seconds or be left out, not "Seconds"'],
    [`bars=${'x'.repeat(5000)}`, 'bars must be seconds or be left out, not a string of 5000 characters'],
    ['bars=seconds&bars=seconds', 'bars must be given once'],
    ['books=true', 'books must be sequenced or be left out, not "true"'],
    ['books=sequenced&books=sequenced', 'books must be given once'],
  ])('is refused by name: "%s"', (query, message) => {
    expect(readDialect(query)).toEqual({ ok: false, code: 'INVALID_FIELD', message });
  });
});
