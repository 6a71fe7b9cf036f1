/**
 * Builds the trading page into dist/apps/web with Vite, and compresses it once for all who will ask for it.
 *
 *   node tools/build/web.mjs            builds, unless nothing that it is made of has changed
 *   node tools/build/web.mjs --force    builds whatever has changed
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '../..');
const target = path.join(root, 'dist/apps/web');
/** What the page was made of when it was built. */
const stamp = path.join(target, 'sources.txt');

/** What the page is made of: itself, the libraries it may import, and the versions of packages. */
const SOURCES = ['apps/web', 'libs/client/src', 'libs/core', 'tools/build/web.mjs', 'tsconfig.base.json'];
const MADE_INTO_IT = /(?<!\.(test|fixture|service\.test))\.(ts|tsx|mjs|css|html|svg|json)$/;
const COMPRESS_BYTES_MIN = 1024;

function filesOf(entry) {
  const whole = path.join(root, entry);
  if (/\.\w+$/.test(entry)) return [entry];
  return readdirSync(whole, { recursive: true })
    .filter((name) => MADE_INTO_IT.test(name))
    .map((name) => path.posix.join(entry, name))
    .sort();
}

/** All sources and the packages' versions as one hash. */
function sourcesKey() {
  const hash = createHash('sha256');
  for (const file of [...SOURCES.flatMap(filesOf), 'package-lock.json']) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function compress(file) {
  const content = readFileSync(file);
  if (content.length < COMPRESS_BYTES_MIN) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}

/** Builds the page; returns the folder. */
export async function buildWeb({ force = false } = {}) {
  const key = sourcesKey();
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return target;
  // React has another, much larger build for everything else.
  process.env.NODE_ENV = 'production';
  rmSync(target, { recursive: true, force: true });
  const { build } = await import('vite');
  await build({ configFile: path.join(root, 'apps/web/vite.config.mjs'), logLevel: 'warn' });
  compress(path.join(target, 'index.html'));
  for (const name of readdirSync(path.join(target, 'assets'))) compress(path.join(target, 'assets', name));
  writeFileSync(stamp, key);
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildWeb({ force: process.argv.includes('--force') }).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
