import { expect, it } from '@jest/globals';
import { oneTimeCode, signUsername } from '@exchange/test/seed-client';
import type { StrictMarket } from './market';

const SECRET = 'JBSWY3DPEHPK3PXP';

/** Names, salts and messages, each answered by a text. */
export function identityCases(opened: () => StrictMarket): void {
  it('sets a name', async () => {
    const { ann, manner } = opened();
    const username = `strict-${manner.mode}`;
    expect(await ann.client.call('getUsername')).toBe('');
    expect(await ann.client.call('updateUsername', await signUsername(ann.key, username))).toBe(username);
    expect(await ann.client.call('getUsername')).toBe(username);
  });

  it('keeps a salt, which a one-time code gives out without a login', async () => {
    const { ann, manner, watcher } = opened();
    const salt = `salt of ${manner.mode}`;
    expect(await ann.client.call('registerTOTPSalt', { TOTPSecret: SECRET, salt })).toBe('registered');
    const ask = { TOTP: oneTimeCode(SECRET, Date.now()), username: `strict-${manner.mode}` };
    expect(await watcher.call('getTOTPSalt', ask)).toBe(salt);
    await expect(watcher.call('getTOTPSalt', ask)).rejects.toThrow(/^TOTP_INVALID: /);
  });

  it('writes to the operator', async () => {
    const { ben } = opened();
    expect(await ben.client.call('postMessage', { message: 'hello' })).toBe('received');
  });
}
