import { describe, expect, it } from '@jest/globals';
import { acceptNonce, LOGIN_NONCES_KEPT } from './login-nonce';
import { codeOf, taken } from '../../test/setting.fixture';

describe('login nonces', () => {
  it('accepts a nonce once', () => {
    const kept = taken(acceptNonce([], 7));
    expect(kept).toEqual([7]);
    expect(codeOf(acceptNonce(kept, 7))).toBe('MESSAGE_REUSED');
    expect(taken(acceptNonce(kept, 3))).toEqual([7, 3]);
  });

  it('keeps the 64 highest and refuses what is below them all', () => {
    let kept: readonly number[] = [];
    for (let nonce = 1; nonce <= LOGIN_NONCES_KEPT; nonce += 1) kept = taken(acceptNonce(kept, nonce * 10));
    expect(codeOf(acceptNonce(kept, 5))).toBe('MESSAGE_REUSED');
    const next = taken(acceptNonce(kept, 15));
    expect(next).toHaveLength(LOGIN_NONCES_KEPT);
    expect(next.at(-1)).toBe(15);
    expect(codeOf(acceptNonce(next, 10))).toBe('MESSAGE_REUSED');
  });
});
