/**
 * Compiles the AssemblyScript of a folder with an asconfig.json, which holds the options, to one WebAssembly module.
 * What was compiled before is kept under node_modules/.cache, by everything that it depends on.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const compiler = path.join(root, 'node_modules/assemblyscript');
const cache = path.join(root, 'node_modules/.cache/assembly');

/** The folder whose module is imported as `assembly/book.wasm`. */
export const BOOK = path.join(root, 'libs/core/matching/assembly');

/** What the module of a folder depends on, as a hash: every file in it, options included, and the compiler's version. */
export function assemblyKey(folder = BOOK) {
  const hash = createHash('sha256');
  // Lengths keep two files from looking like one with the contents of both.
  const add = (part) => hash.update(`${part.length}\n`).update(part);
  add(JSON.parse(readFileSync(path.join(compiler, 'package.json'), 'utf8')).version);
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!/\.(ts|json)$/.test(name)) continue;
    add(name);
    add(readFileSync(path.join(folder, name)));
  }
  return hash.digest('hex');
}

/** The bytes of a folder's module; throws with the compiler's own words when there is none. */
export function compileAssembly(folder = BOOK) {
  const kept = path.join(cache, `${assemblyKey(folder)}.wasm`);
  if (existsSync(kept)) return readFileSync(kept);
  mkdirSync(cache, { recursive: true });
  // Renamed when it is whole: another process may compile the same or read it meanwhile.
  const fresh = path.join(cache, `${process.pid}.wasm`);
  const asc = [
    '--enable-source-maps',
    path.join(compiler, 'bin/asc.js'),
    ...['--config', path.join(folder, 'asconfig.json'), '--outFile', fresh, '--noColors'],
  ];
  const { status, stderr, error } = spawnSync(process.execPath, asc, { cwd: root, encoding: 'utf8' });
  if (status !== 0 || !existsSync(fresh)) {
    rmSync(fresh, { force: true });
    const where = path.relative(root, folder);
    throw new Error(`The AssemblyScript in ${where} doesn't compile:\n${stderr || error?.message || ''}`);
  }
  process.stderr.write(stderr);
  renameSync(fresh, kept);
  return readFileSync(kept);
}

/** For esbuild: `assembly/book.wasm` is the folder's module, as bytes within the bundle. */
export const assemblyPlugin = {
  name: 'assembly',
  setup(build) {
    build.onResolve({ filter: /\/assembly\/book\.wasm$/ }, (asked) => ({
      path: path.join(asked.resolveDir, asked.path),
      namespace: 'assembly',
    }));
    build.onLoad({ filter: /./, namespace: 'assembly' }, (asked) => {
      try {
        return { contents: compileAssembly(path.dirname(asked.path)), loader: 'binary' };
      } catch (error) {
        return { errors: [{ text: error.message }] };
      }
    });
  },
};
