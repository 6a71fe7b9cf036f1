import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const node = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('node', args, { encoding: 'utf8' });
  return { status, stdout, stderr };
};
const WELL = { status: 0, stdout: '', stderr: '' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-sources-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('has committed bindings that are what the bundle for source verification compiles to, metadata hash and all', () => {
  expect(node('contracts/source-bundle.mjs', folder)).toEqual(WELL);
  const input = path.join(folder, 'standard-input.json');
  expect(node('contracts/compile.mjs', '--check', '--input', input)).toEqual(WELL);

  const { settings } = JSON.parse(readFileSync(input, 'utf8')) as {
    settings: { metadata: { bytecodeHash: string } };
  };
  expect(settings.metadata.bytecodeHash).toBe('ipfs');
}, 180_000);
