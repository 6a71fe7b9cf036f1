import { address } from '@exchange/core/kernel';
import type { Ask } from './ask';
import type { Signer } from './order/signer';

/**
 * The text to sign for a name of the account.
 * @example
 * usernameMessage('alice') // → 'Set username: alice'
 */
export const usernameMessage = (username: string): string => `Set username: ${username}`;

/** The account's name, and the salt that a front end derives a trading login from. */
export class Identity {
  constructor(private readonly ask: Ask) {}

  /** The account's name; null when it has none. */
  async username(): Promise<string | null> {
    const { text } = await this.ask({ c: 'getUsername' }, 'message');
    return text === '' ? null : text;
  }

  /** Takes a name of 3 to 30 letters, digits, _ or -, signed by the account's own key. USERNAME_TAKEN is a refusal. */
  async setUsername(username: string, signer: Signer): Promise<void> {
    const signature = await signer.signMessage(usernameMessage(username));
    await this.ask({ c: 'updateUsername', username, signature }, 'message');
  }

  /** Keeps a salt for whoever knows codes of the secret (16 base32 characters); it replaces the one before. */
  async registerSalt(secret: string, salt: string): Promise<void> {
    await this.ask({ c: 'registerTOTPSalt', TOTPSecret: secret, salt }, 'message');
  }

  /** The salt of an account, for a code that works once; needs no login. TOTP_INVALID is every refusal. */
  async salt(code: number, of: { username: string } | { address: string }): Promise<string> {
    const who = 'address' in of ? { address: address(of.address) } : of;
    return (await this.ask({ c: 'getTOTPSalt', TOTP: code, ...who }, 'message')).text;
  }

  /** A message of at most 500 characters to the operator. */
  async postMessage(message: string): Promise<void> {
    await this.ask({ c: 'postMessage', message }, 'message');
  }
}
