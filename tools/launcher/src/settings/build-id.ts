import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const GIT_MS_MAX = 5_000;

/**
 * What the metrics name as the build of what lies in a folder: what BUILD_ID says, else the commit, with `+changes` if there
 * are any; in a copy without a history the package's version.
 */
export function buildIdOf(folder: string, given = process.env['BUILD_ID']): string {
  return given || commitOf(folder) || versionOf(folder);
}

function commitOf(folder: string): string | undefined {
  const describe = ['describe', '--always', '--dirty=+changes', '--abbrev=12'];
  try {
    // A history that begins further up is another project's.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) };
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', describe, { cwd: folder, env, stdio, timeout: GIT_MS_MAX }).toString().trim();
  } catch {
    return undefined;
  }
}

function versionOf(folder: string): string {
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
