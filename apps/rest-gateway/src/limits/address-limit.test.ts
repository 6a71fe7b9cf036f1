import { describe, expect, it } from '@jest/globals';
import { AddressLimit, limitedAddress } from './address-limit';

describe('the limit per address', () => {
  it('starts afresh with each window', () => {
    const limit = new AddressLimit({ requestsMax: 2, windowMs: 1_000 });
    expect([limit.take('a', 500), limit.take('a', 600), limit.take('a', 999)]).toEqual([
      { allowed: true, remaining: 1, resetSeconds: 1 },
      { allowed: true, remaining: 0, resetSeconds: 1 },
      { allowed: false, remaining: 0, resetSeconds: 1 },
    ]);
    expect(limit.take('a', 1_000)).toMatchObject({ allowed: true });
  });

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ])('counts %s as %s', (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });
});
