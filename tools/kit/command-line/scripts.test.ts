import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Where the program of a script is, and what the script gives it; undefined for those of others, such as lint. */
function programOf(command: string): { readonly file: string; readonly args: readonly string[] } | undefined {
  const [, tool, more = ''] = /^node tools\/run\.mjs (\S+) ?(.*)$/.exec(command) ?? [];
  if (tool !== undefined) return { file: `tools/${tool}/src/main.ts`, args: more.split(' ').filter(Boolean) };
  return command === 'node simulation/run.mjs' ? { file: 'simulation/src/main.ts', args: [] } : undefined;
}

const programs = Object.entries(scripts).flatMap(([name, command]) => {
  const program = programOf(command);
  return program === undefined ? [] : [{ name, ...program }];
});

describe('a script of package.json', () => {
  const { argv } = process;
  const said: string[] = [];
  const complained: string[] = [];
  beforeEach(() => {
    jest.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)));
    jest.spyOn(console, 'error').mockImplementation((text) => void complained.push(String(text)));
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? process.exitCode ?? 0;
      return undefined as never;
    });
  });
  afterEach(() => {
    process.argv = argv;
    process.exitCode = undefined;
    said.length = complained.length = 0;
    jest.restoreAllMocks();
  });

  let runs = 0;
  /** Runs a program with these arguments, in this process: what it needs is read once for all of them. */
  async function run(file: string, args: readonly string[]): Promise<void> {
    process.argv = [argv[0] ?? '', file, ...args];
    await import(`${path.join(root, file)}?run=${(runs += 1)}`);
  }

  it('of our own is one of these', () => {
    expect(programs.length).toBeGreaterThan(15);
  });

  it.each(programs)('says what $name is and which options it has', async ({ name, file, args }) => {
    await run(file, [...args, '--help']);
    expect(complained).toEqual([]);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`npm run ${name}`);
    expect(said[0]).toMatch(/^ {2}--help {2,}this text$/m);
    expect(process.exitCode ?? 0).toBe(0);
  });

  it.each(programs)('$name refuses an option that it has not, and shows its own', async ({ file, args }) => {
    await run(file, [...args, '--no-such-option']);
    expect(complained.join('\n')).toMatch(
      /Unknown option '--no-such-option'[^]*\n {2}--help {2,}this text$/m,
    );
    expect(said).toEqual([]);
    expect(process.exitCode).toBeGreaterThan(0);
  });

  it.each(['start', 'test'])('says what %s is and which options it has', (name) => {
    const [, file = ''] = / (\S+\.mjs)/.exec(scripts[name] ?? '') ?? [];
    const { status, stdout } = spawnSync(process.execPath, [file, '--help'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toMatch(new RegExp(`^npm (run )?${name}`));
    expect(stdout).toMatch(/^ {2}--help {2,}this text$/m);
    expect(status).toBe(0);
  });
});
