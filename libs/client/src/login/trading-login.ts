import { address } from '@exchange/core/kernel';
import { toHex } from '../signing/hex';

/** What a person types and gets (password, salt), and the place that the key is for. */
export interface TradingLogin {
  readonly password: string;
  /** The answer to getTOTPSalt. */
  readonly salt: string;
  readonly chainId: number;
  /** The exchange contract, from the configuration. */
  readonly contract: string;
  readonly account: string;
}

/** The number of keys of secp256k1: they go from 1 to this less 1 (SEC 2). */
const KEYS = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** 16 bytes more than a key has, so that the remainder favours none. */
const COST = { N: 2 ** 17, r: 8, p: 1, dkLen: 48 };

/**
 * The private key of a trading login, as 0x and 64 hex digits: the same on every machine for the same password and
 * salt, and another one for each account, contract and chain. The password stays where this runs. It takes about a
 * second and 128 MB (docs/interface/identity.md, the key of a trading login).
 */
export async function tradingLoginKey(login: TradingLogin): Promise<string> {
  const { salt, chainId, contract, account } = login;
  const { scryptAsync } = await import('@noble/hashes/scrypt.js');
  const utf8 = new TextEncoder();
  const password = utf8.encode(login.password.normalize('NFKC'));
  const place = `${salt}:${chainId}:${address(contract)}:${address(account)}`;
  const bytes = await scryptAsync(password, utf8.encode(place), COST);
  const key = 1n + (BigInt(toHex(bytes)) % (KEYS - 1n));
  return `0x${key.toString(16).padStart(64, '0')}`;
}
