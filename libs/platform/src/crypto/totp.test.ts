import { describe, expect, it } from '@jest/globals';
import { base32Bytes, matchingStep, stepAt, totpCode } from './totp';
import { TotpTries } from './totp-tries';

describe('TOTP codes', () => {
  /** RFC 6238, appendix B (SHA-1), the last six of its eight digits. */
  it.each([
    [59, 287_082],
    [1_111_111_109, 81_804],
    [1_111_111_111, 50_471],
    [1_234_567_890, 5_924],
    [2_000_000_000, 279_037],
    [20_000_000_000, 353_130],
  ])('at %d s is %d', (seconds, expected) => {
    const secret = new TextEncoder().encode('12345678901234567890');
    expect(totpCode(secret, stepAt(seconds * 1000))).toBe(expected);
  });

  it('reads base32', () => {
    expect(Buffer.from(base32Bytes('JBSWY3DPEHPK3PXP')).toString('hex')).toBe('48656c6c6f21deadbeef');
  });

  it('match one step on either side, newer than the last one used', () => {
    const secret = base32Bytes('JBSWY3DPEHPK3PXP');
    const at = 1_700_000_000_000;
    const now = stepAt(at);
    const matched = [-2, -1, 0, 1, 2].map((by) => matchingStep(secret, totpCode(secret, now + by), at, 0));
    expect(matched).toEqual([undefined, now - 1, now, now + 1, undefined]);
    expect(matchingStep(secret, totpCode(secret, now), at, now)).toBeUndefined();
  });
});

describe('tries', () => {
  it('are 5 in any 15 minutes for one account and address', () => {
    const tries = new TotpTries();
    const take = (at: number, client = 'a') => tries.take('account', client, at);
    expect([0, 1, 2, 3, 4, 5].map((at) => take(at))).toEqual([true, true, true, true, true, false]);
    expect(take(6, 'b')).toBe(true);
    expect(take(900_000)).toBe(true);
    expect(take(900_000)).toBe(false);
  });
});
