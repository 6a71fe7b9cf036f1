import { describe, expect, it } from '@jest/globals';
import { REQUESTS } from '@exchange/platform';
import { inbox } from '.';

describe('the inbox of market-data', () => {
  it('has exactly one handler for each request that is its own', () => {
    const own = REQUESTS.filter(({ owner }) => owner === 'market-data').map(({ pattern }) => pattern);
    expect([...inbox.requests].sort()).toEqual(own.sort());
  });
});
