import { describe, expect, it } from '@jest/globals';
import { digestFromHex, digestHex, digestText, EMPTY_DIGEST } from './digest';

describe('the digest', () => {
  it('is FNV-1a of 64 bits', () => {
    // Test vectors of the FNV reference.
    expect(digestHex(EMPTY_DIGEST)).toBe('cbf29ce484222325');
    expect(digestHex(digestText(EMPTY_DIGEST, 'a'))).toBe('af63dc4c8601ec8c');
    expect(digestHex(digestText(EMPTY_DIGEST, 'foobar'))).toBe('85944171f73967e8');
  });

  it('goes on after being written and read', () => {
    const half = digestFromHex(digestHex(digestText(EMPTY_DIGEST, 'foo')));
    expect(digestHex(digestText(half, 'bar'))).toBe('85944171f73967e8');
  });
});
