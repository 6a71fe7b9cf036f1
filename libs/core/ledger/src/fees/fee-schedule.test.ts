import { describe, expect, it } from '@jest/globals';
import { DEFAULT_FEE_SCHEDULE, feeTierView, tierOf } from './fee-schedule';

const ETHER = 10n ** 18n;

describe('fee schedule', () => {
  it('uses the last row whose volume is reached', () => {
    expect(tierOf(DEFAULT_FEE_SCHEDULE, 0n)).toMatchObject({ makerPpm: 0, takerPpm: 2500 });
    expect(tierOf(DEFAULT_FEE_SCHEDULE, 100n * ETHER - 1n)).toMatchObject({ makerPpm: 0, takerPpm: 2500 });
    expect(tierOf(DEFAULT_FEE_SCHEDULE, 100n * ETHER)).toMatchObject({ makerPpm: -200, takerPpm: 2000 });
    expect(tierOf(DEFAULT_FEE_SCHEDULE, 10_000n * ETHER)).toMatchObject({ makerPpm: -500, takerPpm: 1500 });
  });

  it('shows the volume in whole ETH', () => {
    expect(feeTierView(DEFAULT_FEE_SCHEDULE, 150n * ETHER + ETHER / 2n)).toEqual({
      volume: '150.5',
      makerPpm: -200,
      takerPpm: 2000,
    });
  });
});
