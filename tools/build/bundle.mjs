/**
 * Bundles apps and tools with esbuild.
 *
 *   node tools/build/bundle.mjs <app>            dist/apps/<app>/main.js
 *   node tools/build/bundle.mjs <app> --package  the same, with the package.json and lock file an image needs
 *   node tools/build/bundle.mjs --tools          every tool, dist/tools/<tool>.js
 *   node tools/build/bundle.mjs --all            every app and every tool, and the trading page (web.mjs)
 *
 * A bundle holds the workspace's own code and the npm packages it uses: one large file starts in a third of the time
 * that thousands of small ones take. Packages with binaries of their own stay outside (see left-out.mjs).
 */
import { cpSync, existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { assemblyPlugin } from './assembly.mjs';
import { STAMP } from './is-bundled.mjs';
import { ABSENT, LEFT_OUT } from './left-out.mjs';
import { writePackage } from './package.mjs';
import { buildWeb } from './web.mjs';

const root = path.resolve(import.meta.dirname, '../..');

// A bundle is an ES module; packages that were written for CommonJS expect `require` and the folder names.
const banner = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { dirname as __pathDirname } from 'node:path';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  'const __dirname = __pathDirname(__filename);',
].join('\n');

/**
 * An app may be told to stop while its code is still being read. Later on it has a handler of its own; as the first process of
 * a container it would not even hear the signal without one.
 */
const stopEarly =
  "for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.listenerCount(signal) || process.exit(0));";

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: [...LEFT_OUT, ...ABSENT],
  tsconfig: path.join(root, 'tsconfig.base.json'),
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  banner: { js: banner },
  plugins: [assemblyPlugin],
  // Pages, style and script of the reference are served as they are.
  loader: { '.md': 'text', '.css': 'text', '.browser.js': 'text' },
};

const having = (folder, entry) =>
  existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder)).filter((name) => existsSync(path.join(root, folder, name, entry)))
    : [];

/** The app that has the trading page beside it in its image. */
const SERVES_PAGE = 'rest-gateway';

/** Names of the apps that have an entry point. */
export const apps = () => having('apps', 'src/main.ts');

/** Names of the tools written in TypeScript. */
export const tools = () => having('tools', 'src/main.ts');

/** Entry points besides main.ts, e.g. a worker thread: every apps/<app>/src/*.worker.ts. */
const workers = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.worker.ts'))
    .map((file) => `${folder}/${file}`);

/** Bundles one app into dist/apps/<app> or another folder; `packaged` adds the pruned package.json and lock file. */
export async function bundleApp(app, { packaged = false, outdir = `dist/apps/${app}` } = {}) {
  const source = `apps/${app}/src`;
  if (!existsSync(path.join(root, source, 'main.ts'))) throw new Error(`There is no ${source}/main.ts.`);
  const entryPoints = [`${source}/main.ts`, ...workers(source)];
  const js = `${banner}\n${stopEarly}`;
  const result = await build({ ...options, banner: { js }, entryPoints, outdir, entryNames: '[name]' });
  if (packaged) {
    await writePackage({ root, outdir: path.join(root, outdir), name: app, metafile: result.metafile });
    if (app === SERVES_PAGE) cpSync(await buildWeb(), path.join(root, outdir, 'web'), { recursive: true });
  }
  return path.join(root, outdir, 'main.js');
}

/** Bundles the named tools into dist/tools/<tool>.js. */
export async function bundleTools(names = tools()) {
  const entryPoints = names.map((name) => ({ in: `tools/${name}/src/main.ts`, out: name }));
  if (entryPoints.length > 0) await build({ ...options, entryPoints, outdir: 'dist/tools' });
}

/** Bundles the simulation's program; returns where it is. */
export async function bundleSimulation(outfile = 'dist/simulation/main.js') {
  await build({ ...options, entryPoints: ['simulation/src/main.ts'], outfile });
  return outfile;
}

const USAGE = 'Usage: bundle.mjs <app>… [--package] | --tools | --all';
const FLAGS = { all: { type: 'boolean' }, tools: { type: 'boolean' }, package: { type: 'boolean' } };

function readArguments(args) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error.message}\n${USAGE}`, { cause: error });
  }
}

async function main(args) {
  const { values, positionals } = readArguments(args);
  const names = values.all ? apps() : positionals;
  const withTools = values.all || values.tools;
  if (names.length === 0 && !withTools) throw new Error(USAGE);
  const started = new Date();
  await Promise.all([
    ...names.map((name) => bundleApp(name, { packaged: values.package })),
    ...(withTools ? [bundleTools()] : []),
    ...(values.all ? [buildWeb()] : []),
  ]);
  if (values.all) stamp(started);
}

/** Tells `npm start` and tests that everything is bundled, as it was at this moment: what was edited meanwhile is newer. */
function stamp(moment) {
  const file = path.join(root, STAMP);
  writeFileSync(file, '');
  utimesSync(file, moment, moment);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
