import { describe, expect, it } from '@jest/globals';
import { chainProfile, finalityOf } from './chain-profiles';

describe('when a block is final', () => {
  it('is known on development chains, and must be said of all others', () => {
    expect(finalityOf(31_337, {})).toBe(2);
    expect(finalityOf(1_337, { confirmations: 5 })).toBe(5);
    expect(() => finalityOf(1, {})).toThrow('chain 1 is no development chain: set CHAIN_PROFILE, or');
    expect(finalityOf(1, { confirmations: 40 })).toBe(40);
  });

  it('is what the profile of the chain says, unless it is set', () => {
    expect(finalityOf(1, { profile: 'main' })).toBe('finalized');
    expect(finalityOf(8_453, { profile: 'base', confirmations: 400 })).toBe(400);
  });

  it('is no guess when the profile is of another chain', () => {
    expect(() => chainProfile(8_453, 'main')).toThrow(
      'CHAIN_PROFILE=main is for chain 1, but the nodes are of chain 8453',
    );
    expect(() => finalityOf(1, { profile: 'development' })).toThrow('is for chain 31337 or 1337');
  });
});
