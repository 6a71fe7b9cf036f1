import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from './rules';

const root = path.resolve(import.meta.dirname, '../..');

/** What git tracks or would track, so that a rule speaks before the commit. */
export function repositoryFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)))
    .map((file) => {
      const bytes = readFileSync(path.join(root, file));
      return { path: file, text: bytes.includes(0) ? '' : bytes.toString('utf8') };
    });
}
