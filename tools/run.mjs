/** Runs a tool written in TypeScript: `node tools/run.mjs <tool> [args]`; bundles it first if its sources are newer. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const [tool, ...args] = process.argv.slice(2);

function newest(folder) {
  const full = path.join(root, folder);
  if (!existsSync(full)) return 0;
  const files = readdirSync(full, { recursive: true }).filter((file) => /\.(ts|json|mjs)$/.test(file));
  return Math.max(0, ...files.map((file) => statSync(path.join(full, file)).mtimeMs));
}

if (!tool || !existsSync(path.join(root, 'tools', tool, 'src/main.ts'))) {
  const names = readdirSync(path.join(root, 'tools')).filter((name) =>
    existsSync(path.join(root, 'tools', name, 'src/main.ts')),
  );
  console.error(`Usage: node tools/run.mjs <tool> [args]. Tools: ${names.join(', ') || 'none'}.`);
  process.exit(1);
}

const bundle = path.join(root, 'dist/tools', `${tool}.js`);
const sources = ['libs', 'apps', 'tools', 'simulation', 'e2e'];
if (!existsSync(bundle) || statSync(bundle).mtimeMs < Math.max(...sources.map(newest))) {
  const { bundleTools } = await import('./build/bundle.mjs');
  await bundleTools([tool]);
}

process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], bundle, ...args];
await import(pathToFileURL(bundle).href);
