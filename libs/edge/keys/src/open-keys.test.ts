import { ConfigError, createLog, defineConfig } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeAddress } from 'ethers';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keyFields } from './key-fields';
import { keySourceOf } from './key-source';
import { keystoreAddress, sealKey, writeSecret } from './keystore';
import { openSettlerKey } from './open-keys';

const KEY = '0x3ad60e2fd2b3dcd1b5d9c5ae1b4f1a4a3f2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d';
const OWNER = computeAddress(KEY).toLowerCase();
const ANVIL_0 = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const PASSWORD = 'correct horse battery staple';
const MAIN = 1;
const DEV = 31_337;

const config = defineConfig(keyFields('settler', 'Pays.'));
const sourceOf = (environment: Record<string, string>) => keySourceOf('settler', config.parse(environment));
const open = async (environment: Record<string, string>, chainId: number) =>
  openSettlerKey(sourceOf(environment), { chainId, log: createLog('test', 'fatal') });

describe('a key', () => {
  let folder: string;
  const file = (name: string) => path.join(folder, name);
  const put = (name: string, text: string) => {
    writeFileSync(file(name), text);
    return file(name);
  };
  let keystore: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'keys-'));
    writeSecret(file('key.json'), await sealKey(KEY, PASSWORD));
    keystore = {
      SETTLER_KEYSTORE_FILE: file('key.json'),
      SETTLER_KEYSTORE_PASSWORD_FILE: put('password', `${PASSWORD}\n`),
    };
  }, 60_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('comes from an encrypted keystore on any chain', async () => {
    expect((await open(keystore, MAIN)).address).toBe(OWNER);
    expect((await open({ ...keystore, SETTLER_ADDRESS: OWNER }, DEV)).address).toBe(OWNER);
    expect(keystoreAddress(file('key.json'))).toBe(OWNER);
    expect(statSync(file('key.json')).mode & 0o777).toBe(0o600);
    expect(() => {
      writeSecret(file('key.json'), 'another');
    }).toThrow('is there already');
  });

  it('stays shut to a wrong password, an empty one and a damaged keystore, and says which', async () => {
    const withPassword = (place: string) => ({ ...keystore, SETTLER_KEYSTORE_PASSWORD_FILE: place });
    await expect(open(withPassword(put('wrong', 'incorrect horse')), MAIN)).rejects.toThrow(
      `the password in ${file('wrong')} doesn't open the keystore ${file('key.json')}`,
    );
    await expect(open(withPassword(put('empty', '\n')), MAIN)).rejects.toThrow('is empty');
    await expect(open(withPassword(file('none')), MAIN)).rejects.toThrow("can't be read");
    const damaged = { ...keystore, SETTLER_KEYSTORE_FILE: put('damaged.json', '{"version":3,"crypto":{}}') };
    await expect(open(damaged, MAIN)).rejects.toThrow("can't be opened: it is damaged");
    const other = { ...keystore, SETTLER_KEYSTORE_FILE: put('other.json', KEY) };
    const error = await open(other, MAIN).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/is no keystore of version 3/);
    expect(String(error)).not.toContain(KEY.slice(2));
  });

  it('lies in plain text on development chains only', async () => {
    for (const chainId of [31_337, 1_337]) {
      expect((await open({ SETTLER_KEY: KEY }, chainId)).address).toBe(OWNER);
      expect((await open({ SETTLER_KEY_FILE: put('plain', `${KEY}\n`) }, chainId)).address).toBe(OWNER);
    }
    const why = /SETTLER_KEY holds a private key in plain text, which chain 1 refuses/;
    await expect(open({ SETTLER_KEY: KEY }, MAIN)).rejects.toThrow(why);
    await expect(open({ SETTLER_KEY_FILE: file('plain') }, MAIN)).rejects.toThrow(why);
  });

  it('that everybody has is refused off development chains, in a keystore, too', async () => {
    writeSecret(file('public.json'), await sealKey(ANVIL_0, PASSWORD));
    const given = { ...keystore, SETTLER_KEYSTORE_FILE: file('public.json') };
    await expect(open(given, 11_155_111)).rejects.toThrow(
      /0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 is public: everybody has it/,
    );
    expect((await open(given, DEV)).address).toMatch(/^0xf39f/);
  });

  it('must be of the address that was said', async () => {
    const address = `0x${'12'.repeat(20)}`;
    await expect(open({ ...keystore, SETTLER_ADDRESS: address }, MAIN)).rejects.toThrow(
      `the settler key is of ${OWNER}, and SETTLER_ADDRESS says ${address}`,
    );
    expect(() => sourceOf({ ...keystore, SETTLER_ADDRESS: '0x12' })).toThrow('SETTLER_ADDRESS must be 0x');
  });

  it('is told by exactly one source', () => {
    expect(() => sourceOf({})).toThrow(/SETTLER: give exactly one of SETTLER_KEY .*none is given/);
    expect(() => sourceOf({ SETTLER_KEY: KEY, ...keystore })).toThrow(
      /given are SETTLER_KEY and SETTLER_KEYSTORE_FILE/,
    );
    const { SETTLER_KEYSTORE_FILE = '', SETTLER_KEYSTORE_PASSWORD_FILE = '' } = keystore;
    expect(() => sourceOf({ SETTLER_KEYSTORE_FILE })).toThrow(
      'SETTLER_KEYSTORE_FILE needs SETTLER_KEYSTORE_PASSWORD_FILE besides',
    );
    expect(() => sourceOf({ SETTLER_KEY: KEY, SETTLER_KEYSTORE_PASSWORD_FILE })).toThrow(
      'SETTLER_KEYSTORE_PASSWORD_FILE is given without SETTLER_KEYSTORE_FILE',
    );
    expect(() => sourceOf({})).toThrow(ConfigError);
  });

  it('lies with a remote signer whose address has nothing that must not be shown', () => {
    const files = Object.fromEntries(
      ['CA', 'CERT', 'CERT_KEY'].map((name) => [`SETTLER_SIGNER_${name}_FILE`, file(name)]),
    );
    const from = (url: string) => () =>
      sourceOf({ SETTLER_SIGNER_URL: url, SETTLER_ADDRESS: OWNER, ...files });
    expect(from('https://signer:8095/')()).toMatchObject({ signer: { url: 'https://signer:8095' } });
    for (const url of [
      'https://u:hidden@signer',
      'https://signer?hidden',
      'https://signer/hidden',
      'hidden',
    ]) {
      expect(from(url)).toThrow('SETTLER_SIGNER_URL must be https://host:port and no more');
      expect(from(url)).not.toThrow('hidden');
    }
  });

  it('is never shown by an error', async () => {
    for (const wrong of [KEY.slice(0, -1), `${KEY}ff`, KEY.replace('3', 'x'), `0x${'0'.repeat(64)}`]) {
      const error = await open({ SETTLER_KEY: wrong }, DEV).catch((reason: unknown) => reason);
      expect(String(error)).toContain('the settler key is not a private key');
      expect(String(error)).not.toContain(wrong.slice(2, 12));
    }
  });
});
