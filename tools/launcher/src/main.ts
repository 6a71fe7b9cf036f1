import { rmSync } from 'node:fs';
import { processesOf, signerProcess } from './settings/processes';
import { clearDataFolder, type DataFolder, openDataFolder } from './settings/data-folder';
import { addressTable } from './settings/endpoints';
import { ENDPOINTS_FILE } from '../../kit/running/endpoints';
import { EmbeddedExchange } from './exchange';
import { namesOfGiven } from './settings/given';
import { endLeftProcesses } from './process/left-processes';
import { postgresHomes } from '../../kit/running/postgres-homes';
import { type NeededPort, requireFree } from './settings/ports';
import { Progress } from './process/progress';
import { readSettings, type Settings } from './settings/settings';
import { lockFolder } from './process/start-lock';

/** npm passes Ctrl-C on to a process that the terminal has told of it already: two within this time are one. */
const SAME_PRESS_MS = 700;
const PARENT_EVERY_MS = 500;

function neededPorts({ given, ports, scale, remoteSigner, observe }: Settings): NeededPort[] {
  const own = processesOf(scale, ports).flatMap(({ name, publicPort, internalPort }): NeededPort[] => {
    const health: NeededPort = [`health of ${name}`, internalPort];
    return publicPort === undefined ? [health] : [[name, publicPort], health];
  });
  if (given.chain === undefined) own.push(['chain', ports.chain]);
  if (given.database === undefined) own.push(['postgres', ports.postgres]);
  if (given.nats === undefined) own.push(['nats', ports.nats]);
  if (remoteSigner)
    own.push(['signer', ports.signer], ['health of signer', signerProcess(ports).internalPort]);
  if (observe) own.push(['prometheus', ports.prometheus]);
  return own;
}

async function makeRoom(settings: Settings, folder: DataFolder, progress: Progress): Promise<void> {
  const left = await endLeftProcesses(folder);
  if (left > 0) progress.say(`ended ${left} processes that an earlier start left behind`);
  await requireFree(neededPorts(settings));
  if (!settings.reset) return;
  for (const home of postgresHomes(folder.path)) rmSync(home, { recursive: true, force: true });
  clearDataFolder(folder);
  progress.say(`all data in ${folder.path} forgotten`);
  const others = namesOfGiven(settings.given);
  if (others !== '') progress.say(`what lies at ${others} stays, and must be as new`);
}

/** Calls `first` at the first signal to stop, `again` at each later one. */
function onSignals(first: () => void, again: () => void): void {
  let last = -Infinity;
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      const samePress = now - last < SAME_PRESS_MS;
      last = now;
      if (samePress) return;
      if (stopping) again();
      else first();
      stopping = true;
    });
  }
}

/** A killed npm passes nothing on, and what nobody can stop any more must stop by itself. */
function whenNpmIsGone(then: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, PARENT_EVERY_MS);
  timer.unref();
}

async function run(settings: Settings, folder: DataFolder, progress: Progress): Promise<void> {
  await makeRoom(settings, folder, progress);
  const exchange = new EmbeddedExchange(settings, folder, progress);
  const asked = new Promise<void>((resolve) => {
    const first = () => {
      progress.say('stopping; Ctrl-C again ends everything at once');
      resolve();
    };
    onSignals(first, () => {
      exchange.kill();
    });
    whenNpmIsGone(first);
  });
  const started = exchange.start();
  try {
    const endpoints = await Promise.race([started, asked]);
    if (endpoints !== undefined) {
      progress.say(`started in ${(performance.now() / 1000).toFixed(1)} s`);
      progress.say('exchange ready');
      for (const row of addressTable(endpoints, folder.file(ENDPOINTS_FILE))) progress.say(row);
      if (settings.demo) await exchange.startDemo();
      await asked;
    }
  } finally {
    // What was still starting fails now, and is no news.
    started.catch(() => undefined);
    await exchange.stop();
  }
  progress.say('stopped');
}

// A terminal that has gone away must not keep the rest from being stopped in order.
process.stdout.on('error', () => undefined);
const progress = new Progress((line) => {
  console.log(line);
});
try {
  const settings = readSettings(process.argv.slice(2), process.env);
  const folder = openDataFolder(settings.dataDir);
  const unlock = lockFolder(folder);
  try {
    await run(settings, folder, progress);
  } finally {
    unlock();
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
