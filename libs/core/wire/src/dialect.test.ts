import { describe, expect, it } from '@jest/globals';
import { readDialect } from './dialect';

describe('what a connection appends to its address', () => {
  it.each([
    ['', 'seed', 'ms'],
    ['events=distinct', 'distinct', 'ms'],
    ['bars=seconds', 'seed', 'seconds'],
    ['bars=seconds&events=distinct', 'distinct', 'seconds'],
    ['token=abc&EVENTS=x&bars=seconds&token=abc', 'seed', 'seconds'],
  ])('says how it wants to be written to: "%s"', (query, naming, barTime) => {
    expect(readDialect(query)).toEqual({ ok: true, value: { naming, barTime } });
  });

  it.each([
    ['events=unique', 'events must be distinct or be left out, not "unique"'],
    ['events=', 'events must be distinct or be left out, not ""'],
    ['events', 'events must be distinct or be left out, not ""'],
    ['events=distinct&bars=s', 'bars must be seconds or be left out, not "s"'],
    ['bars=Seconds', 'bars must be seconds or be left out, not "Seconds"'],
    [`bars=${'x'.repeat(5000)}`, 'bars must be seconds or be left out, not a string of 5000 characters'],
    ['bars=seconds&bars=seconds', 'bars must be given once'],
  ])('is refused by name: "%s"', (query, message) => {
    expect(readDialect(query)).toEqual({ ok: false, code: 'INVALID_FIELD', message });
  });
});
