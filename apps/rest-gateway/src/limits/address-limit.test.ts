import { describe, expect, it } from '@jest/globals';
import { AddressLimit } from './address-limit';

describe('the limit per address', () => {
  it('starts afresh with each window', () => {
    const limit = new AddressLimit({ windowMs: 1_000 });
    expect([limit.take('a', 2, 500), limit.take('a', 2, 600), limit.take('a', 2, 999)]).toEqual([
      { allowed: true, remaining: 1, resetSeconds: 1 },
      { allowed: true, remaining: 0, resetSeconds: 1 },
      { allowed: false, remaining: 0, resetSeconds: 1 },
    ]);
    expect(limit.take('a', 2, 1_000)).toMatchObject({ allowed: true });
  });
});
