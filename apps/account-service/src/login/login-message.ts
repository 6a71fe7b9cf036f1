import { ok, reject, type Result } from '@exchange/core/kernel';

const TRAILING_DIGITS = /[0-9]+$/;
/** A sign-in text for a web site (EIP-4361) begins `[scheme://]domain wants you to sign in with your Ethereum account:`. */
const SIGN_IN_TEXT =
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your Ethereum account:/;

/**
 * Is this text a login for this exchange? Its whole trailing run of digits must be the nonce; a text of exactly 32
 * bytes could be somebody's hash, a `Set username:` text and another site's sign-in were signed for something else
 * (docs/interface, authentication).
 */
export function checkLoginMessage(message: string, nonce: number, domain: string): Result<void> {
  if (TRAILING_DIGITS.exec(message)?.[0] !== String(nonce)) {
    return reject('INVALID_MESSAGE', 'message must end with exactly the digits of nonce');
  }
  if (Buffer.byteLength(message, 'utf8') === 32) {
    return reject('INVALID_MESSAGE', 'message must not be exactly 32 bytes long');
  }
  if (message.startsWith('Set username:')) {
    return reject('INVALID_MESSAGE', 'message must not begin with "Set username:"');
  }
  const site = SIGN_IN_TEXT.exec(message)?.[1];
  if (site !== undefined && site !== domain) {
    return reject('INVALID_MESSAGE', `message is a sign-in for ${site}, not for ${domain}`);
  }
  return ok(undefined);
}
