/**
 * Finds Prometheus and its promtool: PROMETHEUS and PROMTOOL, else the PATH, else (root on a Debian-like system) those of
 * Debian's package, which is unpacked into node_modules/.cache and not installed. `node tools/prometheus.mjs` prints both
 * paths.
 */
import { fileURLToPath } from 'node:url';
import { findProgram } from './find-program.mjs';

const howTo = `There is no Prometheus here: \`npm start -- --observe\` starts it, and the rules for alerts are tested with it. Get it in
any of these ways:
  - Debian or Ubuntu:  sudo apt-get install prometheus
  - macOS:             brew install prometheus
  - elsewhere:         put prometheus and promtool of a release (2.42 or newer) on the PATH,
                       or name them:  PROMETHEUS=/path/to/prometheus PROMTOOL=/path/to/promtool`;

const ofPrometheus = (name, variable) => findProgram({ name, variable, howTo, unpackedFrom: 'prometheus' });

/** Path of a prometheus binary. Throws, saying how to get one, if there is none and none can be fetched. */
export const findPrometheus = () => ofPrometheus('prometheus', 'PROMETHEUS');

/** Path of a promtool binary, which checks and tests rules. Throws as `findPrometheus` does. */
export const findPromtool = () => ofPrometheus('promtool', 'PROMTOOL');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(`${findPrometheus()}\n${findPromtool()}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
