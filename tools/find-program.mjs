/** Finds a program that no npm package ships, and installs it where that is possible. */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

// Debian puts servers into /usr/sbin, which is on root's PATH only.
const besidesPath = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
/** Where packages of Debian lie that were unpacked and not installed. */
const unpackedPackages = path.resolve(import.meta.dirname, '../node_modules/.cache/debian');

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...besidesPath];
  return folders.map((folder) => path.resolve(folder, name)).find(isExecutable);
}

/** Runs a command; what it says of itself is left out, its errors are shown. */
export function run(command, args, environment = {}, cwd = process.cwd()) {
  const env = { ...process.env, ...environment };
  const { status } = spawnSync(command, args, { env, cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

let isIndexAsked = false;

/** Fetches the package index, once. One that could not be fetched may still know a package. */
function askForIndex() {
  if (!isIndexAsked) run('apt-get', ['update', '-qq']);
  isIndexAsked = true;
}

function install(name) {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  process.stderr.write(`Installing ${name} with apt-get…\n`);
  askForIndex();
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
}

/** Unpacks a package beside the system: no daemon of it starts, and nothing that it depends on comes along. */
function unpack(name, target) {
  process.stderr.write(`Fetching Debian's package ${name}…\n`);
  mkdirSync(unpackedPackages, { recursive: true });
  const folder = mkdtempSync(path.join(unpackedPackages, `${name}-`));
  try {
    askForIndex();
    if (!run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', name], {}, folder)) return;
    const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
    if (!archive || !run('dpkg-deb', ['-x', path.join(folder, archive), path.join(folder, 'files')])) return;
    // Whoever unpacks it at the same time has the same files.
    if (!existsSync(target)) renameSync(path.join(folder, 'files'), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Folder of a package of Debian that is unpacked beside the system, as if it were the root; undefined if that can't be
 * (without root, or elsewhere than on a Debian-like system).
 */
export function unpackedPackage(name) {
  const target = path.join(unpackedPackages, name);
  if (!existsSync(target) && canInstall()) unpack(name, target);
  return existsSync(target) ? target : undefined;
}

/** Path of a program in a package that is unpacked beside the system; undefined if that can't be. */
function unpackedProgram(name, packageName) {
  const folder = unpackedPackage(packageName);
  return folder && [path.join(folder, 'usr/bin', name)].find(isExecutable);
}

/**
 * Path of a program: the one that the environment variable names, else the one on the PATH, else (root on a
 * Debian-like system) the one of Debian's package: unpacked beside the system if `unpackedFrom` names the package, else
 * installed, after which `installed` runs. Throws `howTo` if there is none.
 */
export function findProgram({ name, variable, howTo, installed = () => undefined, unpackedFrom }) {
  const named = process.env[variable];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`${variable} names ${named}, which is not an executable file.`);
  }
  const present = onPath(name);
  if (present) return present;
  if (!unpackedFrom && canInstall() && install(name)) installed();
  const found = unpackedFrom ? unpackedProgram(name, unpackedFrom) : onPath(name);
  if (found) return found;
  throw new Error(howTo);
}
