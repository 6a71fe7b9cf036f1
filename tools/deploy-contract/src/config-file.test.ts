import { describe, expect, it } from '@jest/globals';
import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { RolesFileError, readConfig } from './config-file';

const key = (digit: string) => `0x${digit.repeat(40)}`;

const good = {
  chainId: 1,
  name: 'Exchange',
  admin: { timelock: { delay: 172_800, proposers: [key('1')], executors: [key('1')] } },
  settlers: [key('2'), key('3')],
  attester: key('4'),
  coSigner: key('5'),
  lister: key('6'),
  guardian: key('7'),
  feeCollector: key('8'),
  waitingPeriod: 86_400,
  maxFeeBps: 200,
};

function complaintsOf(change: object): readonly string[] {
  try {
    readConfig(JSON.stringify({ ...good, ...change }));
    return [];
  } catch (error) {
    if (error instanceof RolesFileError) return error.complaints;
    throw error;
  }
}

const timelock = (change: object) => ({ admin: { timelock: { ...good.admin.timelock, ...change } } });

describe('a file of roles', () => {
  it('is read as it is written', () => {
    const { chainId, ...system } = good;
    expect(readConfig(JSON.stringify(good))).toEqual({ chainId, system });
  });

  it('may let anybody execute what has waited, if it says so', () => {
    const { system } = readConfig(JSON.stringify({ ...good, ...timelock({ executors: 'anyone' }) }));
    expect(system.admin).toMatchObject({ timelock: { executors: [ZERO_ADDRESS] } });
  });

  it('may name a plain key as admin, and a short delay, on a development chain', () => {
    expect(complaintsOf({ chainId: 31_337, admin: { key: key('1') } })).toEqual([]);
    expect(complaintsOf({ chainId: 1_337, ...timelock({ delay: 0 }) })).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a plain admin key', { admin: { key: key('1') } }, /^admin\.key is a plain key: off development chains/],
    ['a delay below 48 h', timelock({ delay: 172_799 }), /^admin\.timelock\.delay must be .* from 172800 to/],
    ['an open executor by accident', timelock({ executors: [ZERO_ADDRESS] }), /zero address.*write "anyone"/],
    [
      'no proposer',
      timelock({ proposers: [] }),
      /^admin\.timelock\.proposers must be a list of at least one/,
    ],
    ['no admin', { admin: undefined }, /^admin\.timelock\.delay must be/],
    ['a zero address', { guardian: ZERO_ADDRESS }, /^guardian is the zero address/],
    ['the account of the rebates', { feeCollector: `0x${'0'.repeat(39)}1` }, /^feeCollector is .* reserved/],
    [
      'one key with two roles',
      { attester: key('2') },
      /settlers\[0\] and at attester: each key has one task/,
    ],
    ['a proposer with a role', { lister: key('1') }, /proposers\[0\] and at .*lister: each key has one task/],
    ['a collector with a role', { feeCollector: key('7') }, /guardian and at feeCollector/],
    ['a settler twice', { settlers: [key('2'), key('2')] }, /settlers\[0\] and at settlers\[1\]/],
    ['a mistyped address', { lister: `0xA${'b'.repeat(39)}` }, /^lister is mistyped: .* checksum/],
    ['no address', { lister: 'me' }, /^lister must be an address, 0x and 40 hex digits; it is "me"/],
    [
      'a short waiting period',
      { waitingPeriod: 3_599 },
      /^waitingPeriod must be .* from 3600 to 604800 seconds/,
    ],
    ['a long waiting period', { waitingPeriod: 604_801 }, /^waitingPeriod must be/],
    ['too high a fee', { maxFeeBps: 501 }, /^maxFeeBps must be a whole number from 0 to 500/],
    ['a fee in parts', { maxFeeBps: 1.5 }, /^maxFeeBps must be a whole number/],
    ['a long name', { name: 'é'.repeat(16) }, /^name must be a text of 1 to 31 bytes/],
    ['a member nobody reads', { waitingperiod: 1 }, /^waitingperiod is not known; known are chainId/],
    ['no chain', { chainId: undefined }, /^chainId must be .* it is missing/],
  ])('is refused with %s', (_what, change, complaint) => {
    expect(complaintsOf(change)).toContainEqual(expect.stringMatching(complaint));
  });

  it('tells everything that is wrong at once', () => {
    expect(complaintsOf({ maxFeeBps: 501, attester: key('2'), name: '' })).toHaveLength(3);
    expect(() => readConfig('{')).toThrow(/it is no JSON/);
    expect(() => readConfig('[]')).toThrow(/one JSON object/);
  });
});
