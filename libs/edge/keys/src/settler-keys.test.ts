import { createLog, defineConfig } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeAddress } from 'ethers';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sealKey, writeSecret } from './keystore';
import { openSettlerKeys, settlerKeyFields, settlerSourcesOf } from './settler-keys';

const [FIRST, SECOND] = [`0x${'51'.repeat(31)}77`, `0x${'52'.repeat(31)}77`] as const;
const [first, second] = [computeAddress(FIRST).toLowerCase(), computeAddress(SECOND).toLowerCase()] as const;
const DEV = 31_337;

const config = defineConfig(settlerKeyFields);
const sourcesOf = (environment: Record<string, string>) => settlerSourcesOf(config.parse(environment));
const open = async (environment: Record<string, string>, chainId = DEV) => {
  const keys = await openSettlerKeys(sourcesOf(environment), { chainId, log: createLog('test', 'fatal') });
  return keys.map(({ address }) => address);
};

describe('the keys of several settlers', () => {
  let folder: string;
  const put = (name: string, ...lines: readonly string[]) => {
    writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
    return path.join(folder, name);
  };
  let keystore: string;
  let plain: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'settlers-'));
    writeSecret(path.join(folder, 'key.json'), await sealKey(FIRST, 'secret'));
    keystore = put(
      'first.env',
      '# the key that sends',
      `SETTLER_KEYSTORE_FILE=${path.join(folder, 'key.json')}`,
      `SETTLER_KEYSTORE_PASSWORD_FILE=${put('password', 'secret')}`,
    );
    plain = put('second.env', `SETTLER_KEY_FILE=${put('second.key', SECOND)}`);
  }, 60_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('come from a file each, in their order and each from where it lies', async () => {
    expect(await open({ SETTLER_KEY_FILES: `${keystore}, ${plain}` })).toEqual([first, second]);
    expect(await open({ SETTLER_KEY_FILES: keystore }, 1)).toEqual([first]);
    const remote = put(
      'third.env',
      'SETTLER_SIGNER_URL=https://127.0.0.1:8095',
      ...['SETTLER_SIGNER_CA_FILE=ca', 'SETTLER_SIGNER_CERT_FILE=cert', 'SETTLER_SIGNER_CERT_KEY_FILE=key'],
      `SETTLER_ADDRESS=${second}`,
    );
    expect(sourcesOf({ SETTLER_KEY_FILES: `${keystore},${remote}` })).toMatchObject([
      { kind: 'keystore' },
      { kind: 'remote', address: second },
    ]);
  });

  it('are a list of one where only one is given', async () => {
    expect(await open({ SETTLER_KEY: FIRST })).toEqual([first]);
    expect(() => sourcesOf({})).toThrow('SETTLER: give exactly one of');
  });

  it('keep the rules of one key: none in plain text off development chains', async () => {
    await expect(open({ SETTLER_KEY_FILES: `${keystore},${plain}` }, 1)).rejects.toThrow(
      'SETTLER_KEY holds a private key in plain text, which chain 1 refuses',
    );
  });

  it('are refused with the file and the variable that is wrong', async () => {
    const unknown = put('unknown.env', 'SETTLER_KEYSTOREFILE=x');
    const empty = put('empty.env', '');
    for (const [files, words] of [
      [unknown, `SETTLER_KEY_FILES, ${unknown}: SETTLER_KEYSTOREFILE is no variable of a settler's key`],
      [`${plain},${empty}`, `SETTLER_KEY_FILES, ${empty}: SETTLER: give exactly one of`],
      [`${plain},/nowhere`, 'SETTLER_KEY_FILES, /nowhere: the file can not be read'],
      [`${plain},`, 'SETTLER_KEY_FILES names no file between two commas'],
    ] as const) {
      expect(() => sourcesOf({ SETTLER_KEY_FILES: files })).toThrow(words);
    }
    expect(() => sourcesOf({ SETTLER_KEY_FILES: plain, SETTLER_ADDRESS: first })).toThrow(
      'SETTLER_ADDRESS is given, and so is SETTLER_KEY_FILES',
    );
    await expect(open({ SETTLER_KEY_FILES: `${plain},${plain}` })).rejects.toThrow(
      `two of SETTLER_KEY_FILES are the key of ${second}`,
    );
  });
});
