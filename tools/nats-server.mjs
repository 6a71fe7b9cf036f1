/**
 * Finds a nats-server binary, and installs one where that is possible: NATS_SERVER, else the PATH, else (root on a
 * Debian-like system) apt-get. `node tools/nats-server.mjs` prints the path.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const howTo = `There is no nats-server here, and no npm package ships one. Get one in any of these ways:
  - Debian or Ubuntu:  sudo apt-get install nats-server
  - macOS:             brew install nats-server
  - elsewhere:         put the binary of a nats-server release (2.9 or newer) on the PATH,
                       or name it:  NATS_SERVER=/path/to/nats-server
  - or use a server that runs already:  NATS_URL=nats://host:4222`;

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

function onPath() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...besidesPath];
  return folders.map((folder) => path.resolve(folder, 'nats-server')).find(isExecutable);
}

function run(command, args, environment = {}) {
  const env = { ...process.env, ...environment };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

function install() {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  process.stderr.write('Installing nats-server with apt-get…\n');
  // A package index that could not be fetched may still know the package.
  run('apt-get', ['update', '-qq'], quiet);
  if (!run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nats-server'], quiet)) return;
  // The package may start a server of its own on the standard port; ours are started by the launcher.
  if (existsSync('/run/systemd/system')) run('systemctl', ['disable', '--now', 'nats-server']);
  else if (existsSync('/etc/init.d/nats-server')) run('/etc/init.d/nats-server', ['stop']);
}

/** Path of a nats-server binary. Throws, saying how to get one, if there is none and none can be installed. */
export function findNatsServer() {
  const named = process.env.NATS_SERVER;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`NATS_SERVER names ${named}, which is not an executable file.`);
  }
  const present = onPath();
  if (present) return present;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install();
  const installed = onPath();
  if (installed) return installed;
  throw new Error(howTo);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findNatsServer());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
