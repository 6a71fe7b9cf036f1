import { address, type Address } from '@exchange/core/kernel';
import { decryptKeystoreJson, encryptKeystoreJson, isKeystoreJson, scrypt as ethersScrypt } from 'ethers';
import { scrypt as nativeScrypt, type ScryptOptions } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { LocalKey } from './local-keys';

const derived = promisify<Uint8Array, Uint8Array, number, ScryptOptions, Buffer>(nativeScrypt);

/** 2^17 rounds of scrypt, as geth has it: about a second, and 128 MiB. */
const SCRYPT = { N: 131_072, r: 8, p: 1 };

// What ethers has of its own, in JavaScript, takes ten times as long and holds up everything else meanwhile.
ethersScrypt.register(async (password, salt, N, r, p, length) => {
  const options = { N, r, p, maxmem: 256 * N * r * p };
  return new Uint8Array(await derived(password, salt, length, options));
});

/** Where an encrypted key lies. */
export interface KeystorePlace {
  readonly file: string;
  readonly passwordFile: string;
}

/** The key as Web3 Secret Storage, version 3: JSON, encrypted with the password by scrypt and AES-128-CTR. */
export async function sealKey(privateKey: string, password: string): Promise<string> {
  const { address: owner } = new LocalKey(privateKey, 'given');
  const json = await encryptKeystoreJson({ address: owner, privateKey }, password, { scrypt: SCRYPT });
  return `${json}\n`;
}

/** The private key in a keystore. Throws a sentence without any of its parts when it can't be opened. */
export async function openKeystore({ file, passwordFile }: KeystorePlace): Promise<string> {
  const json = keystoreText(file);
  const password = readPassword(passwordFile);
  const opened = await decryptKeystoreJson(json, password).catch((error: Error) => error);
  if (!(opened instanceof Error)) return opened.privateKey;
  const isWrong = opened.message.includes('incorrect password');
  // Without the cause, which may show parts of the keystore.
  throw new Error(
    isWrong
      ? `the password in ${passwordFile} doesn't open the keystore ${file}`
      : `the keystore ${file} can't be opened: it is damaged, or of a kind that isn't known here`,
  );
}

/** The address that a keystore names; without its password nobody can tell whether it is the key's. */
export function keystoreAddress(file: string): Address {
  const { address: named } = JSON.parse(keystoreText(file)) as { readonly address?: unknown };
  if (typeof named !== 'string') throw new Error(`the keystore ${file} names no address`);
  return address(named.startsWith('0x') ? named : `0x${named}`);
}

/** A password file holds the password and perhaps the line's end behind it. */
export function readPassword(file: string): string {
  const password = readText(file).replace(/\r?\n$/, '');
  if (password === '') throw new Error(`the password file ${file} is empty`);
  return password;
}

/** Writes what only its owner may read; a file that is there stays. */
export function writeSecret(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'is there already' : `can't be written (${code})`;
    throw new Error(`${file} ${why}`, { cause: error });
  }
}

function keystoreText(file: string): string {
  const text = readText(file);
  if (!isKeystoreJson(text)) throw new Error(`${file} is no keystore of version 3 (Web3 Secret Storage)`);
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the file ${file} can't be read`);
  }
}
