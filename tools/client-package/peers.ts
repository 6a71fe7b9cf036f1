import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** Where tools/peers is installed, for as long as its lock file is the same: under tools it would be read with our sources. */
const peers = path.resolve('node_modules/.cache/peers');

/** The folder of a package that others have. */
export const peer = (name: string) => path.join(peers, 'node_modules', name);

const isInstalled = async (): Promise<boolean> => {
  const text = (at: string) => readFile(path.join(at, 'package-lock.json'), 'utf8').catch(() => '');
  return (await text(peers)) === (await text('tools/peers')) && existsSync(peer('vite'));
};

/** Installs tools/peers unless it is installed. Tests that run at the same time may both ask: what one has is whole. */
export async function installPeers(): Promise<void> {
  if (await isInstalled()) return;
  await mkdir(path.dirname(peers), { recursive: true });
  const made = await mkdtemp(`${peers}-`);
  try {
    for (const file of ['package.json', 'package-lock.json']) {
      await copyFile(path.join('tools/peers', file), path.join(made, file));
    }
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: made });
    if (await isInstalled()) return;
    await rm(peers, { recursive: true, force: true });
    await rename(made, peers);
  } catch (error) {
    if (!(await isInstalled())) throw error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
