import { beforeEach, describe, expect, it } from '@jest/globals';
import { SignerWatch } from './signer-watch';

const AWAY_MS = 30_000;
let watch: SignerWatch;

beforeEach(() => {
  watch = new SignerWatch();
});

describe('a key', () => {
  it('is away when it gave no signature for the stated time, and back with the next one', () => {
    expect(watch.isAway(1_000_000, AWAY_MS)).toBe(false);
    watch.failed(1_000);
    watch.failed(20_000);
    expect(watch.isAway(30_999, AWAY_MS)).toBe(false);
    expect(watch.isAway(31_000, AWAY_MS)).toBe(true);
    watch.signed();
    watch.failed(40_000);
    expect(watch.isAway(41_000, AWAY_MS)).toBe(false);
  });

  it('that stands by is away when it does not even answer, and back when it does', () => {
    watch.answered(false, 0);
    watch.answered(false, 29_000);
    expect(watch.isAway(30_000, AWAY_MS)).toBe(true);
    watch.answered(true, 31_000);
    expect(watch.isAway(100_000, AWAY_MS)).toBe(false);
  });

  it('that answers and gives no signature rests for five minutes', () => {
    watch.failed(0);
    watch.failed(30_000);
    watch.answered(true, 45_000);
    watch.answered(true, 329_999);
    expect(watch.isAway(329_999, AWAY_MS)).toBe(true);
    watch.answered(true, 330_000);
    expect(watch.isAway(330_000, AWAY_MS)).toBe(false);
  });
});
