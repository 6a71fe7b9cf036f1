import { describe, expect, it } from '@jest/globals';
import { checkLoginMessage } from './login-message';

const check = (message: string, nonce = 15) => checkLoginMessage(message, nonce, 'exchange.example');
const SIGN_IN = 'wants you to sign in with your Ethereum account:';

describe('a login message', () => {
  it.each([
    'Log in to the exchange with nonce 15',
    '15',
    `exchange.example ${SIGN_IN}\nNonce: 15`,
    `https://exchange.example ${SIGN_IN}\nNonce: 15`,
    'héllo 15',
  ])('is accepted: %s', (message) => {
    expect(check(message).ok).toBe(true);
  });

  it.each([
    ['with digits before its nonce', 'nonce 115'],
    ['with a zero before its nonce', 'nonce 015'],
    ['with something after its nonce', 'nonce 15.'],
    ['with a line after its nonce', 'nonce 15\n'],
    ['without its nonce', 'nonce'],
    ['of exactly 32 bytes', `${'x'.repeat(30)}15`],
    ['of exactly 32 bytes in UTF-8', `${'é'.repeat(15)}15`],
    ['that sets a username', 'Set username: ann15'],
    ['that signs in elsewhere', `evil.example ${SIGN_IN}\nNonce: 15`],
    ['that signs in elsewhere by a scheme', `https://evil.example ${SIGN_IN}\nNonce: 15`],
    ['that signs in at another port', `exchange.example:8443 ${SIGN_IN}\nNonce: 15`],
  ])('is refused %s', (_what, message) => {
    expect(check(message)).toMatchObject({ code: 'INVALID_MESSAGE' });
  });

  it('must have the whole trailing run of digits as its nonce', () => {
    expect(check('nonce 1234', 234).ok).toBe(false);
    expect(check('nonce 1234', 34).ok).toBe(false);
    expect(check('nonce 1234', 1234).ok).toBe(true);
  });
});
