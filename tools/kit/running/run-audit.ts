import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Runs the audit of the exchange in a data folder; its table goes to the console. `root`: of the repository.
 * @returns whether nothing differs
 */
export async function auditIsClean(root: string, folder: string): Promise<boolean> {
  const args = [path.join(root, 'tools/run.mjs'), 'audit', '--data-dir', folder];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}
