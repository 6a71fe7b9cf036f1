import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIdOf } from './build-id';

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
    .toString()
    .trim();

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'build-id-')));
  writeFileSync(path.join(folder, 'package.json'), '{"version":"1.2.3"}');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a build is named by its commit, and by whether more was changed since', () => {
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const commit = git('rev-parse', '--short=12', 'HEAD');
  expect(buildIdOf(folder, '')).toBe(commit);
  writeFileSync(path.join(folder, 'package.json'), '{"version":"1.2.4"}');
  expect(buildIdOf(folder, undefined)).toBe(`${commit}+changes`);
});

it('a build without a history is named by its version', () => {
  expect(buildIdOf(folder, '')).toBe('1.2.3');
});

it('a build is named as BUILD_ID says', () => {
  expect(buildIdOf(folder, 'release-7')).toBe('release-7');
});
