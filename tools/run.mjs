/** Runs a tool written in TypeScript: `node tools/run.mjs <tool> [args]`; bundles it first if its sources are newer. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SOURCES } from './build/is-bundled.mjs';
import { modified, newestSource } from './build/newest-source.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [tool, ...args] = process.argv.slice(2);

if (!tool || !existsSync(path.join(root, 'tools', tool, 'src/main.ts'))) {
  const names = readdirSync(path.join(root, 'tools')).filter((name) =>
    existsSync(path.join(root, 'tools', name, 'src/main.ts')),
  );
  console.error(`Usage: node tools/run.mjs <tool> [args]. Tools: ${names.join(', ') || 'none'}.`);
  process.exit(1);
}

const file = `dist/tools/${tool}.js`;
const bundle = path.join(root, file);
if (modified(file) < newestSource(SOURCES)) {
  const { bundleTools } = await import('./build/bundle.mjs');
  await bundleTools([tool]);
}

process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], bundle, ...args];
await import(pathToFileURL(bundle).href);
