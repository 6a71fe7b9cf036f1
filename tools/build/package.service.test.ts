import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const app = readdirSync(path.join(root, 'apps')).find((name) =>
  existsSync(path.join(root, 'apps', name, 'src/main.ts')),
);

interface Lock {
  readonly packages: Record<string, { version?: string; resolved?: string; dev?: boolean }>;
}

const lockOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Lock;

/** Runs the installed bundle without any configuration for at most ten seconds, and returns what it wrote. */
const output = (folder: string) =>
  new Promise<string>((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'] }, timeout: 10_000 };
    execFile(process.execPath, ['main.js'], options, (_error, stdout, stderr) => resolve(stdout + stderr));
  });

describe('an app that is built for an image', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-package-'));

  beforeAll(() => {
    if (app === undefined) throw new Error('There is no app.');
    execFileSync(process.execPath, ['tools/build/bundle.mjs', app, '--package'], { cwd: root });
    cpSync(path.join(root, 'dist/apps', app), folder, { recursive: true });
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder, stdio: 'pipe' });
  }, 180_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is locked to the versions of the workspace, and to no registry', () => {
    const workspace = lockOf(root).packages;
    const { '': own, ...packages } = lockOf(folder).packages;
    expect(own).toBeDefined();
    expect(Object.keys(packages).length).toBeGreaterThan(0);
    for (const [name, locked] of Object.entries(packages)) {
      expect([name, locked.version]).toEqual([name, workspace[name]?.version]);
      expect(locked.resolved).toBeUndefined();
      expect(locked.dev).toBeUndefined();
    }
  });

  it('starts alone: every import resolves', async () => {
    expect(await output(folder)).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find (module|package)|SyntaxError/);
  });
});
