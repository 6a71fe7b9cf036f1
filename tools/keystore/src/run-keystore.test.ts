import { openKeystore } from '@exchange/edge/keys';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { computeAddress, Wallet } from 'ethers';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runKeystore } from './run-keystore';

let folder: string;
const said: string[] = [];
const file = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'keystore-'));
  jest.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  jest.restoreAllMocks();
  said.length = 0;
});

it('makes a key that its owner alone can read, and opens with its password', async () => {
  await runKeystore(['new', file('key.json'), '--password-file', file('password')]);
  const key = await openKeystore({ file: file('key.json'), passwordFile: file('password') });
  expect(said.at(-1)).toBe(computeAddress(key).toLowerCase());
  for (const name of ['key.json', 'password']) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
  // Another tool opens it, too.
  const password = readFileSync(file('password'), 'utf8').trim();
  const wallet = await Wallet.fromEncryptedJson(readFileSync(file('key.json'), 'utf8'), password);
  expect(wallet.privateKey).toBe(key);
  expect(said.join()).not.toContain(key.slice(2));
  const again = runKeystore(['new', file('key.json'), '--password-file', file('password')]);
  await expect(again).rejects.toThrow('is there already');
});

it('imports a key, says its address, and encrypts it with another password', async () => {
  const key = `0x${'7b'.repeat(16)}${'1c'.repeat(16)}`;
  writeFileSync(file('plain'), `${key}\n`);
  const password = ['--password-file', file('password')];
  await runKeystore(['import', file('key.json'), '--key-file', file('plain'), ...password]);
  await runKeystore(['address', file('key.json')]);
  expect(said.slice(-2)).toEqual(Array(2).fill(computeAddress(key).toLowerCase()));

  await runKeystore(['password', file('key.json'), ...password, '--new-password-file', file('next')]);
  expect(await openKeystore({ file: file('key.json'), passwordFile: file('next') })).toBe(key);
  await expect(runKeystore(['address', file('key.json'), ...password])).rejects.toThrow("doesn't open");
  expect(statSync(file('key.json')).mode & 0o777).toBe(0o600);
});

it('leaves nothing behind when it fails, and says why', async () => {
  writeFileSync(file('plain'), 'no key');
  const password = ['--password-file', file('password')];
  const failed = runKeystore(['import', file('key.json'), '--key-file', file('plain'), ...password]);
  await expect(failed).rejects.toThrow('not a private key');
  expect(readdirSync(folder)).not.toContain('key.json');
  await expect(runKeystore(['new', file('key.json')])).rejects.toThrow('--password-file is missing');
  for (const args of [[], ['new'], ['shred', 'key.json'], ['new', 'a', 'b']]) {
    await expect(runKeystore(args)).rejects.toThrow('npm run keystore -- <command> FILE');
  }
});
