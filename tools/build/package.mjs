/** Writes the package.json and package-lock.json with which a bundled app can be installed alone. */
import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { LEFT_OUT } from './left-out.mjs';

const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The npm packages that the bundle leaves outside and really imports, by esbuild's account. */
export function importedPackages(metafile) {
  const outputs = Object.values(metafile.outputs).filter((output) => output.entryPoint);
  const specifiers = outputs.flatMap((output) => output.imports).filter((entry) => entry.external);
  const names = specifiers.map((entry) => packageName(entry.path));
  return LEFT_OUT.filter((name) => names.includes(name));
}

/** The imported packages with the peers they cannot do without, each pinned as in the workspace. */
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
    const isOptional = (peer) => manifest.peerDependenciesMeta?.[peer]?.optional === true;
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter((peer) => !isOptional(peer));
    waiting.push(...peers.filter((peer) => workspace.dependencies[peer]));
  }
  return Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Adds package.json and package-lock.json to a bundle's folder. */
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
  };
  const manifestFile = path.join(outdir, 'package.json');
  const lockFile = path.join(outdir, 'package-lock.json');
  const save = () => writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  await save();
  // npm prunes the workspace's lock file down to what the manifest asks for, and keeps every version in it.
  await copyFile(path.join(root, 'package-lock.json'), lockFile);
  const flags = [
    '--package-lock-only',
    '--prefer-offline',
    '--ignore-scripts',
    '--omit-lockfile-registry-resolved',
  ];
  await promisify(execFile)('npm', ['install', ...flags, '--no-audit', '--no-fund'], { cwd: outdir });

  const locked = JSON.parse(await readFile(lockFile, 'utf8')).packages;
  const scripts = Object.entries(workspace.allowScripts).filter(
    ([dependency]) => locked[`node_modules/${dependency}`],
  );
  if (scripts.length > 0) manifest.allowScripts = Object.fromEntries(scripts);
  await save();
}
