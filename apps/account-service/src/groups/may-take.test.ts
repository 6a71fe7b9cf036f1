import { describe, expect, it } from '@jest/globals';
import { mayTake } from './may-take';

const lease = (holder: string, leftMs: number) => ({ writer: 'a', holder, leftMs });
const look = { instance: 'me', meantFor: 'other', isStarting: false };

describe('a group', () => {
  it('is left to whoever holds its lease, and taken up again by the same process', () => {
    expect(mayTake({ ...look, meantFor: 'me', lease: lease('other', 1) })).toBe(false);
    expect(mayTake({ ...look, lease: lease('me', 1_000) })).toBe(true);
  });

  it('is taken at once by the process that it is meant for, or that had it, or by any if it is meant for none', () => {
    expect(mayTake({ ...look, meantFor: 'me', lease: lease('other', -1), isStarting: true })).toBe(true);
    expect(mayTake({ ...look, lease: lease('me', -9_000), isStarting: true })).toBe(true);
    expect(mayTake({ ...look, meantFor: '', lease: undefined, isStarting: true })).toBe(true);
  });

  it('is taken by others half a second later, or at once if it was given up, but not while all start', () => {
    expect(mayTake({ ...look, lease: lease('other', -400) })).toBe(false);
    expect(mayTake({ ...look, lease: lease('other', -600) })).toBe(true);
    expect(mayTake({ ...look, lease: undefined })).toBe(true);
    expect(mayTake({ ...look, lease: undefined, isStarting: true })).toBe(false);
    expect(mayTake({ ...look, lease: lease('other', -600), isStarting: true })).toBe(false);
  });
});
