import { address } from '@exchange/core/kernel';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDataFolder } from '../settings/data-folder';
import { openSecrets } from '../settings/secrets';
import { SERVICE_KEYS } from './operator-keys';
import { prepareRemoteSigner } from './remote-signer';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'launcher-signer-'));
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

const deployment = {
  ...{ chainId: 31_337, name: 'Exchange', contract: address(`0x${'c0'.repeat(20)}`), blockNumber: 1 },
  tokens: { DAI: address(`0x${'da'.repeat(20)}`) },
};

it('makes keystores and certificates once, and tells the services of a signer instead of a key', async () => {
  const folder = openDataFolder(path.join(parent, 'data'));
  const options = {
    folder,
    secrets: openSecrets(folder),
    ports: { signer: 8_095, 'signer-health': 8_098 },
    buildId: 'abc',
    deployment,
  };
  const first = await prepareRemoteSigner(options);
  const given = first.keys('settler', 'settlement-service');
  expect(given).toMatchObject({
    SETTLER_SIGNER_URL: 'https://127.0.0.1:8095',
    SETTLER_ADDRESS: SERVICE_KEYS.settler.address,
    SETTLER_SIGNER_CERT_FILE: folder.file('signer', 'settlement-service.pem'),
  });
  const content = () =>
    Object.fromEntries(
      readdirSync(folder.file('signer')).map((name) => [
        name,
        readFileSync(folder.file('signer', name), 'utf8'),
      ]),
    );
  const before = content();
  const again = await prepareRemoteSigner(options);
  expect(again.keys('settler', 'settlement-service')).toEqual(given);
  expect(again.env).toEqual(first.env);
  expect(content()).toEqual(before);
  for (const name of readdirSync(folder.file('signer')).filter((one) => /\.(key|json|password)$/.test(one))) {
    if (name !== 'policy.json')
      expect([name, statSync(folder.file('signer', name)).mode & 0o777]).toEqual([name, 0o600]);
  }
  for (const { privateKey } of Object.values(SERVICE_KEYS)) {
    expect(JSON.stringify([before, first.env, given])).not.toContain(privateKey.slice(2));
  }
});
