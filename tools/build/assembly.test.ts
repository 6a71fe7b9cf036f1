import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** In a process of its own, as when bundling. */
function evaluate(script: string) {
  const flags = ['--input-type=module', '--eval', script];
  return spawnSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' });
}

describe('a changed source', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-assembly-'));
  const write = (source: string) => writeFileSync(path.join(folder, 'index.ts'), source);
  const run = (call: string) =>
    evaluate(`import { assemblyKey, compileAssembly } from './assembly.mjs'; console.log(${call});`);

  beforeAll(() => {
    cpSync('libs/core/matching/assembly/asconfig.json', path.join(folder, 'asconfig.json'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has another key, wherever in the folder it is', () => {
    const key = `assemblyKey(${JSON.stringify(folder)})`;
    write('export { one } from "./one";\n');
    writeFileSync(path.join(folder, 'one.ts'), 'export const one: i32 = 1;\n');
    const before = run(key).stdout;
    writeFileSync(path.join(folder, 'one.ts'), 'export const one: i32 = 2;\n');
    expect(before).toMatch(/^[0-9a-f]{64}\n$/);
    expect(run(key).stdout).not.toBe(before);
  });

  it('that is wrong is refused with the place in it', () => {
    write('export function half(whole: u32): u32 {\n  return whole / two;\n}\n');
    const { status, stderr } = run(`compileAssembly(${JSON.stringify(folder)})`);
    expect(status).not.toBe(0);
    expect(stderr).toContain("Cannot find name 'two'");
    expect(stderr).toMatch(/index\.ts\(2,18\)/);
  });
});
