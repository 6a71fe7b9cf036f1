/** Finds a program that no npm package ships, and installs it where that is possible. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';

// Debian puts servers into /usr/sbin, which is on root's PATH only.
const besidesPath = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

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
export function run(command, args, environment = {}) {
  const env = { ...process.env, ...environment };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

function install(name) {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  process.stderr.write(`Installing ${name} with apt-get…\n`);
  // A package index that could not be fetched may still know the package.
  run('apt-get', ['update', '-qq'], quiet);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
}

/**
 * Path of a program: the one that the environment variable names, else the one on the PATH, else (root on a
 * Debian-like system) the one of Debian's package, after which `installed` runs. Throws `howTo` if there is none.
 */
export function findProgram({ name, variable, howTo, installed = () => undefined }) {
  const named = process.env[variable];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`${variable} names ${named}, which is not an executable file.`);
  }
  const present = onPath(name);
  if (present) return present;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && install(name)) installed();
  const found = onPath(name);
  if (found) return found;
  throw new Error(howTo);
}
