import { describe, expect, it } from '@jest/globals';
import { errorOf } from './exchange-error';

describe('an error packet', () => {
  it.each([
    ['UNAVAILABLE: nothing was done, try again in 3 s', 3_000],
    ['RATE_LIMITED: the points of your address are spent; not applied, try again within 10 s', 10_000],
    ['UNAVAILABLE: the service is not available now; nothing was done, try again', undefined],
  ])('%s is to be tried again after %p ms', (text, ms) => {
    expect(errorOf(text).retryAfterMs).toBe(ms);
  });
});
