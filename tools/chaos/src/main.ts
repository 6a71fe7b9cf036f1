import { say } from '../../kit/command-line/say';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { auditIsClean } from '../../kit/running/run-audit';
import { runTool } from '../../kit/command-line/run-tool';
import { LaunchedExchange, newPlace } from '../../kit/running/launched-exchange';
import { portsFrom } from '../../kit/running/ports';
import { seededRandom } from '../../kit/random';
import { chaos } from './chaos';
import { FAULTS } from './faults/kinds';
import { StepClock } from './faults/step-clock';
import { Volume } from './faults/volume';
import { type ChaosOptions, chaosOptions, USAGE } from './options';
import { stormEnvironment, TransactionStorm } from './settlement/transaction-storm';

/** The bundle lies in dist/tools. */
const root = path.resolve(import.meta.dirname, '../..');

/** Stops the exchange and removes what it left. */
async function end(exchange: LaunchedExchange, volume: Volume | undefined): Promise<void> {
  try {
    volume?.empty();
    await exchange.stop();
  } finally {
    volume?.unmount();
    await exchange.destroy();
  }
}

/** Checks an exchange in which nobody trades against its interface; the table goes to the console. */
async function conforms({ endpoints: { rest, ws, rpc } }: LaunchedExchange): Promise<boolean> {
  const args = ['tools/run.mjs', 'conformance', '--rest', rest, '--ws', ws, '--rpc', rpc];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

async function run(options: ChaosOptions): Promise<void> {
  const place = await newPlace(root, 'exchange-chaos-');
  const volume = Volume.mount(place.folder);
  if (volume === undefined) say('no volume can be mounted here: the disk is never full');
  const clock = new StepClock(root, place.folder);
  const exchange = new LaunchedExchange(place);
  const storm = options.trades === undefined ? undefined : await stormAt(exchange, options.seed);
  try {
    say('starting an exchange…');
    const environment = { ...clock.environment(), ...(storm ? stormEnvironment(storm) : {}) };
    await exchange.start(environment, options.scale === undefined ? [] : ['--scale', options.scale]);
    if (options.plan?.conforms === true && !(await conforms(exchange))) process.exitCode = 1;
    const kept = await chaos(exchange, options, { clock, volume, storm }, say);
    // Asked whatever was found before: it may say why.
    const isClean = await auditIsClean(root, exchange.folder);
    if (!kept || !isClean) process.exitCode = 1;
  } finally {
    await end(exchange, volume);
    storm?.close();
    clock.remove();
  }
}

/** Before the chain that the exchange will have. */
const stormAt = ({ base }: LaunchedExchange, seed: number): Promise<TransactionStorm> =>
  TransactionStorm.open(`http://127.0.0.1:${portsFrom(base).chain}`, seededRandom(seed));

await runTool(USAGE, (args) =>
  run(
    chaosOptions(
      args,
      FAULTS.map(({ kind }) => kind),
    ),
  ),
);
