import { describe, expect, it } from '@jest/globals';
import { ADDRESS_LIMITS } from '@exchange/core/wire';
import { ConfigError } from '@exchange/platform';
import { AddressRanges } from './address-ranges';
import { clientAddress } from './client-address';
import { limitedAddress } from './limited-address';

describe('one address', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
    ['unknown', undefined],
    ['1.2.3', undefined],
  ])('of %s is %s', (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });
});

describe('the address of a client', () => {
  const socket = '10.0.0.9';
  it.each([
    [0, '6.6.6.6', '10.0.0.9'],
    [0, undefined, '10.0.0.9'],
    [1, '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    [1, ['6.6.6.6', '1.2.3.4'], '1.2.3.4'],
    [2, '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    // Fewer proxies wrote than there should be: the leftmost of what is there.
    [2, '1.2.3.4', '1.2.3.4'],
    [1, undefined, '10.0.0.9'],
    [1, '', '10.0.0.9'],
    // What is no address is passed over to the right, never to what the client wrote.
    [2, '6.6.6.6, unknown, 10.0.0.8', '10.0.0.8'],
    [1, '6.6.6.6, unknown', '10.0.0.9'],
    [1, '1.2.3.4:5678', '1.2.3.4'],
    [1, '[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    [1, '2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ])('behind %i proxies with %j is %s', (proxies, forwardedFor, address) => {
    expect(clientAddress({ socket, forwardedFor }, proxies)).toBe(address);
  });

  it('whose socket is gone already is still somebody', () => {
    expect(clientAddress({ socket: undefined, forwardedFor: undefined }, 0)).toBe('unknown');
  });
});

describe('raised ranges', () => {
  const ranges = AddressRanges.of(['127.0.0.1/32=1000', '10.1.0.0/16=50', '2001:db8::/32=75']);

  it('raise the addresses they hold, all figures in the same ratio', () => {
    expect(ranges.limits('127.0.0.1')).toEqual({
      connections: 1_000,
      newConnections: 2_000,
      pointTenths: 200_000,
    });
    expect(ranges.limits('10.1.200.3').connections).toBe(50);
    expect(ranges.limits('2001:db8:1:2::/64').connections).toBe(75);
  });

  it.each(['127.0.0.2', '10.2.0.1', '2001:db9:0:0::/64', 'unknown'])('leave %s as it is', (address) => {
    expect(ranges.limits(address)).toBe(ADDRESS_LIMITS);
  });

  it.each(['127.0.0.1', '127.0.0.1/33=5', '1.2.3/8=5', '1.2.3.4/32=0', '2001:db8::/96=5', '1.2.3.4/32=-1'])(
    'refuse %s',
    (text) => {
      expect(() => AddressRanges.of([text])).toThrow(ConfigError);
    },
  );
});
