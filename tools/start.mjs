/** `npm start`: installs and bundles what is missing, then runs the launcher. Needs nothing but Node itself. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBundled } from './build/is-bundled.mjs';

const root = path.resolve(import.meta.dirname ?? '.', '..');
const inRoot = (...parts) => path.join(root, ...parts);

const help = `npm start [-- options]: the whole exchange on this machine

Starts Postgres, NATS and a development chain, deploys the contract and test tokens, lists markets and runs the
services. Ends with the line "exchange ready" and a table of addresses. Ctrl-C stops everything; the next
start goes on where this one stopped.

  --reset             forget all data first, the chain included
  --demo              add traders, so that the markets move, and weeks of made-up bars, so that charts have something to
                      show; on development chains only
  --observe           start Prometheus, too: it asks all processes, and has the rules of observability/rules
  --remote-signer     the services' keys lie with a remote signer (docs/runbooks/keys.md); needs openssl
  --port-base N       like EXCHANGE_PORT_BASE
  --data-dir FOLDER   like EXCHANGE_DATA_DIR
  --scale PROCESSES   several processes of services, e.g. "ws-gateway=3,matching-engine=2": gateways side by side, of
                      the others one is active and the rest stand by. Their ports are from +20 on; endpoints.json lists them
  --help              this text

Environment:
  EXCHANGE_PORT_BASE   first port, default 8080: REST +0, websocket +1, health +2 and up, chain +10, Postgres +11,
                       NATS +12, remote signer +15 (its health +18), Prometheus +16
  EXCHANGE_DATA_DIR    folder of all data, default .exchange; endpoints.json in it tells tools where things are
  EXCHANGE_REMOTE_SIGNER  true: like --remote-signer
  EXCHANGE_OBSERVE     true: like --observe
  EXCHANGE_RULES       folder of Prometheus' rules, default observability/rules
  EXCHANGE_NAME        name of the exchange in signed messages, default "Exchange"
  DATABASE_URL         use this Postgres (as a role that may create roles and schemas) and start none
  NATS_URL             use this NATS server (with JetStream, without authorization) and start none
  NATS_SERVER          path of the nats-server binary to start
  PROMETHEUS           path of the prometheus binary to start
  CHAIN_BLOCK_MS       between two blocks of the chain, default 1000; with less, a chain that is killed can lose final blocks
  SETTLEMENT_CHAIN_URL where settlement-service alone finds the chain, e.g. a proxy before it
  CHAIN_URL            use this development chain (anvil or alike, with the usual test accounts) and start none
  EXCHANGE_DEPLOYMENT  use the exchange that npm run deploy-contract put there (its deployment.json), with keys from the
                       environment as docs/configuration.md names them, and deploy none
`;

const STILL_EVERY_MS = 10_000;

/** Runs a program to its end, and says now and then that it does: some are silent for minutes. */
async function run(name, command, args) {
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  console.log(`${name}…`);
  const still = setInterval(() => console.log(`  still ${name}, ${seconds()}`), STILL_EVERY_MS);
  const status = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
    child.once('error', (error) => fail(`${command} can't be started: ${error.message}`));
    child.once('exit', resolve);
  });
  clearInterval(still);
  if (status !== 0) fail(`${name} failed; see above.`);
  console.log(`✓ ${name} (${seconds()})`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const least = engines.node.match(/\d+/g).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < least[0] || (major === least[0] && minor < least[1])) {
    fail(`The exchange needs Node ${least.join('.')} or newer, this is ${process.versions.node}.`);
  }
}

const packagesIn = (lock) => JSON.parse(readFileSync(inRoot(lock), 'utf8')).packages;

/** Whether node_modules holds what the lock file says, by versions: it may have been copied, and files have any age. */
function packagesAreThere() {
  const own = 'node_modules/.package-lock.json';
  if (!existsSync(inRoot(own))) return false;
  const there = packagesIn(own);
  return Object.entries(packagesIn('package-lock.json')).every(
    // The root is no package; an optional one may be for another system.
    ([name, { version, optional }]) => name === '' || optional || there[name]?.version === version,
  );
}

async function installPackages() {
  if (packagesAreThere()) return;
  console.log(
    'The first start takes two to five minutes, most of it for packages; later ones about ten seconds.',
  );
  await run('installing packages', 'npm', ['ci', '--no-audit', '--no-fund']);
}

async function bundle() {
  if (isBundled()) return;
  await run('bundling the services and the trading page', process.execPath, [
    inRoot('tools/build/bundle.mjs'),
    '--all',
  ]);
}

checkNode();
if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  console.log(help);
  process.exit(0);
}
await installPackages();
await bundle();
try {
  if (!process.env.NATS_URL) {
    const { findNatsServer } = await import('./nats-server.mjs');
    process.env.NATS_SERVER = findNatsServer();
  }
  if (process.argv.includes('--observe') || process.env.EXCHANGE_OBSERVE === 'true') {
    const { findPrometheus } = await import('./prometheus.mjs');
    process.env.PROMETHEUS = findPrometheus();
  }
} catch (error) {
  fail(error.message);
}
process.setSourceMapsEnabled(true);
// In this process rather than a child: one place gets Ctrl-C, and decides the order in which things stop.
await import(pathToFileURL(inRoot('dist/tools/launcher.js')).href);
