/**
 * Builds the client as a package for npm, and packs it: dist/client/package and dist/client/*.tgz. `--folder` names another
 * folder. Prints as JSON
 * the packed file, and how many bytes a page loads at once, of which sources.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { declarations } from './declarations.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const inWorkspace = '@exchange/client';
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** Name and version of the package, in the one place where they stand. */
const published = JSON.parse(read('libs/client/published.json'));

/** The entries of the package: what is imported, and the file it is made from. */
const ENTRIES = {
  '.': 'core',
  './charts': 'market/charts',
  './rest': 'rest/rest-client',
  './chain': 'chain/index',
  './file-store': 'store/file-store',
  './indexed-db-store': 'store/indexed-db-store',
};

/** Nothing in our libraries happens by being imported, so what isn't used can be left out. */
const withoutEffects = {
  name: 'without-effects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(@exchange\/|@noble\/|\.)/ }, async ({ path: name, pluginData, ...options }) => {
      if (pluginData === withoutEffects) return undefined;
      const found = await resolve(name, { ...options, pluginData: withoutEffects });
      return { ...found, sideEffects: false };
    });
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  splitting: true,
  tsconfig: path.join(root, 'tsconfig.base.json'),
  external: ['node:*', '@noble/*'],
  plugins: [withoutEffects],
  metafile: true,
  logLevel: 'warning',
};

/** How many bytes a page loads before it signs anything by itself: minified, in gzip, with what it imports at once. */
async function coreSize() {
  const { outputFiles, metafile } = await build({
    ...shared,
    ...{ entryPoints: ['libs/client/src/core.ts'], outdir: '/', write: false, minify: true },
    // A page's bundler takes these along.
    external: ['node:*'],
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const loaded = new Set();
  const load = (name) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { path: other, kind } of outputs.get(name).imports)
      if (kind === 'import-statement') load(other);
  };
  load([...outputs.keys()].find((name) => outputs.get(name).entryPoint === 'libs/client/src/core.ts'));
  const text = (name) =>
    outputFiles.find(
      ({ path: file }) => path.relative(root, file) === name || file.endsWith(`/${path.basename(name)}`),
    ).contents;
  const inputs = [...loaded].flatMap((name) =>
    Object.keys(outputs.get(name).inputs).filter(
      (input) => outputs.get(name).inputs[input].bytesInOutput > 0,
    ),
  );
  const bytes = gzipSync(Buffer.concat([...loaded].map(text)), { level: 9 }).length;
  return { bytes, inputs };
}

function manifest() {
  const { dependencies, license } = JSON.parse(read('package.json'));
  const needed = ['@noble/curves', '@noble/hashes'].map((name) => [name, dependencies[name]]);
  const exported = Object.entries(ENTRIES).map(([name, file]) => [
    name,
    { types: `./${file}.d.ts`, default: `./${file}.js` },
  ]);
  return {
    ...published,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: Object.fromEntries(exported),
    types: './core.d.ts',
    dependencies: Object.fromEntries(needed),
  };
}

/** Writes the package into a folder, and packs it beside that; gives the path of the packed file. */
async function buildPackage(folder = path.join(root, 'dist/client')) {
  const outdir = path.join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const entryPoints = Object.values(ENTRIES).map((file) => ({ in: `libs/client/src/${file}.ts`, out: file }));
  await build({ ...shared, entryPoints, outdir, chunkNames: 'chunks/[name]-[hash]' });
  for (const file of Object.values(ENTRIES)) {
    const target = path.join(outdir, `${file}.d.ts`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, declarations(path.join(root, `libs/client/src/${file}.ts`)));
  }
  writeFileSync(path.join(outdir, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  copyFileSync(path.join(root, 'LICENSE'), path.join(outdir, 'LICENSE'));
  writeFileSync(
    path.join(outdir, 'README.md'),
    read('libs/client/README.md')
      .replaceAll(inWorkspace, published.name)
      // What lies beside the package in our repository is only named.
      .replaceAll(/\[([^\]]+)\]\((?:\.\.\/)+([^)]+)\)/g, '$1 (`$2` of the exchange)'),
  );
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: outdir,
    encoding: 'utf8',
  });
  return path.join(folder, JSON.parse(packed)[0].filename);
}

const { values } = parseArgs({ options: { folder: { type: 'string' } } });
const file = await buildPackage(values.folder === undefined ? undefined : path.resolve(values.folder));
console.log(JSON.stringify({ file, core: await coreSize() }, undefined, 2));
