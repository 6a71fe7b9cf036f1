/** Writes the package.json and package-lock.json with which a bundled app can be installed alone. */
import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const builtins = new Set(builtinModules);
const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The npm packages that the bundle really imports, by esbuild's account. */
export function importedPackages(metafile) {
  const outputs = Object.values(metafile.outputs).filter((output) => output.entryPoint);
  const specifiers = outputs.flatMap((output) => output.imports).filter((entry) => entry.external);
  const names = specifiers
    .map((entry) => entry.path)
    .filter((name) => !name.startsWith('node:') && !builtins.has(name));
  return [...new Set(names.map(packageName))].sort();
}

/**
 * The imported packages with their peers that the workspace also depends on (an optional peer too: Nest loads its
 * platform by name, TypeORM its driver), each pinned as in the workspace.
 */
async function pinned(root, workspace, names) {
  const versions = {};
  const waiting = [...names];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (versions[name]) continue;
    const version = workspace.dependencies[name];
    if (!version)
      throw new Error(`The bundle imports ${name}, which is not in "dependencies" of package.json.`);
    versions[name] = version;
    const manifest = JSON.parse(
      await readFile(path.join(root, 'node_modules', name, 'package.json'), 'utf8'),
    );
    waiting.push(
      ...Object.keys(manifest.peerDependencies ?? {}).filter((peer) => workspace.dependencies[peer]),
    );
  }
  return Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function writePackage({ root, outdir, name, metafile }) {
  const workspace = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: `@exchange/${name}`,
    version: workspace.version,
    license: workspace.license,
    private: true,
    type: 'module',
    main: 'main.js',
    engines: workspace.engines,
    dependencies: await pinned(root, workspace, importedPackages(metafile)),
    overrides: workspace.overrides,
    allowScripts: workspace.allowScripts,
  };
  await writeFile(path.join(outdir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // npm prunes the workspace's lock file down to what the manifest asks for, and keeps every version in it.
  await copyFile(path.join(root, 'package-lock.json'), path.join(outdir, 'package-lock.json'));
  const flags = [
    '--package-lock-only',
    '--prefer-offline',
    '--ignore-scripts',
    '--omit-lockfile-registry-resolved',
  ];
  await promisify(execFile)('npm', ['install', ...flags, '--no-audit', '--no-fund'], { cwd: outdir });
}
