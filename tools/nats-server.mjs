/**
 * Finds a nats-server binary, and installs one where that is possible: NATS_SERVER, else the PATH, else (root on a
 * Debian-like system) apt-get. `node tools/nats-server.mjs` prints the path.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProgram, run } from './find-program.mjs';

const howTo = `There is no nats-server here, and no npm package ships one. Get one in any of these ways:
  - Debian or Ubuntu:  sudo apt-get install nats-server
  - macOS:             brew install nats-server
  - elsewhere:         put the binary of a nats-server release (2.9 or newer) on the PATH,
                       or name it:  NATS_SERVER=/path/to/nats-server
  - or use a server that runs already:  NATS_URL=nats://host:4222`;

/** The package may start a server of its own on the standard port; ours are started by the launcher. */
function stopItsServer() {
  if (existsSync('/run/systemd/system')) run('systemctl', ['disable', '--now', 'nats-server']);
  else if (existsSync('/etc/init.d/nats-server')) run('/etc/init.d/nats-server', ['stop']);
}

/** Path of a nats-server binary. Throws, saying how to get one, if there is none and none can be installed. */
export const findNatsServer = () =>
  findProgram({ name: 'nats-server', variable: 'NATS_SERVER', howTo, installed: stopItsServer });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findNatsServer());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
