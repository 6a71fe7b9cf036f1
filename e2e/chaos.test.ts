import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..');
/** The minute, and what starting, stopping and auditing an exchange take on a busy machine. */
const LONGEST_MS = 600_000;

/** A minute of what `npm run chaos` does for as long as one likes, with an exchange of its own. */
it(
  'keeps all that it acknowledged through a minute of faults',
  async () => {
    const options = ['--seed', '3', '--seconds', '60', '--every', '4', '--rate', '20', '--accounts', '4'];
    const child = spawn(process.execPath, ['tools/run.mjs', 'chaos', ...options], { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => (output += data.toString()));
    }
    // It stops its exchange by itself, and what it said so far is shown.
    const tooLong = setTimeout(() => child.kill('SIGINT'), LONGEST_MS);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(tooLong);
    expect(output).toMatch(/^nothing lost: every acknowledged order, cancel and withdrawal is there once$/m);
    expect(output).toMatch(/audit: no difference\n$/);
    expect(code).toBe(0);
  },
  LONGEST_MS + 60_000,
);
