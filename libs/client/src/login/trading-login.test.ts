import { describe, expect, it } from '@jest/globals';
import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { computeAddress } from 'ethers';
import { type TradingLogin, tradingLoginKey } from './trading-login';

interface Vector extends TradingLogin {
  readonly key: string;
  readonly delegate: string;
}

/** The vectors of the page that others implement from. */
const page = readFileSync('docs/interface/identity.md', 'utf8');
const vectors = JSON.parse(/```json\n(\[\n? *\{[^`]*"password"[^`]*)```/.exec(page)?.[1] ?? '[]') as Vector[];

/** The formula once more, by OpenSSL. */
function keyByOpenSsl({ password, salt, chainId, contract, account }: TradingLogin): string {
  const place = `${salt}:${chainId}:${contract}:${account}`;
  const options = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
  const bytes = scryptSync(password.normalize('NFKC'), place, 48, options);
  const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
  const key = 1n + (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n));
  return `0x${key.toString(16).padStart(64, '0')}`;
}

describe('the key of a trading login', () => {
  it('has three vectors on its page', () => expect(vectors).toHaveLength(3));

  it.each(vectors)(
    'is the one of the page for $account on chain $chainId',
    async ({ key, delegate, ...login }) => {
      expect(keyByOpenSsl(login)).toBe(key);
      expect(await tradingLoginKey(login)).toBe(key);
      expect(computeAddress(key).toLowerCase()).toBe(delegate);
    },
  );

  it('does not depend on how the password is composed, nor on the letter case of addresses', async () => {
    const [{ key, delegate: _, ...login }] = vectors as [Vector];
    expect(login.password.normalize('NFD')).not.toBe(login.password);
    const same = {
      ...login,
      password: login.password.normalize('NFD'),
      account: login.account.toUpperCase(),
    };
    expect(await tradingLoginKey({ ...same, account: same.account.replace('0X', '0x') })).toBe(key);
  });
});
