import { RestClient } from '@exchange/client';
import { createCrypto } from '@exchange/platform';
import { runTool } from '../../kit/command-line/run-tool';
import { raiseAccounts } from '../../kit/listing/listing';
import { loadKeys } from './clients/accounts';
import { gather } from './clients/crowd';
import { ownTarget, runningTarget, type Target } from './exchange/target';
import { type LoadOptions, loadOptions, USAGE } from './options';
import { meansFor } from './plan/means';
import { plan, QUOTE, type Shape } from './plan/plan';
import { cpuTable } from './report/cpu-table';
import { findLost } from './report/lost';
import { summary } from './report/summary';
import { load } from './run/load';
import { closedLoop, idle, openLoop, type Pace } from './run/pace';

const say = (line: string): void => {
  console.log(line);
};
const FAULTS_SHOWN = 10;

function paceOf({ mode }: LoadOptions): Pace {
  switch (mode.kind) {
    case 'open':
      return openLoop(mode.rate);
    case 'closed':
      return closedLoop(mode.underWay);
    case 'idle':
      return idle;
  }
}

/** Where no rate is given, a cancel comes so many orders after its order as at this one. */
const DEFAULT_RATE = 100;

function shapeOf(options: LoadOptions): Shape {
  const { mode, seconds, warmSeconds, crossing, cancels, accounts, seed } = options;
  const rate = mode.kind === 'open' ? mode.rate : DEFAULT_RATE;
  const orders = mode.kind === 'open' ? rate * (seconds + warmSeconds) : options.orders;
  return { orders, rate, crossing, cancels, accounts, seed };
}

async function runOn(target: Target, options: LoadOptions): Promise<void> {
  const crypto = await createCrypto();
  const { accounts, connections, mode } = options;
  const { natsUrl, password } = target.operator;
  await raiseAccounts(
    natsUrl,
    password,
    loadKeys(accounts).map(({ address }) => address),
  );
  const shape = shapeOf(options);
  say(`${accounts} accounts with ${connections} connections come and deposit…`);
  const means = { quoteSymbol: QUOTE, ...meansFor(shape) };
  const crowd = await gather(target.endpoints, { accounts, connections }, means, crypto.keccak256);
  try {
    say(`signing ${shape.orders} orders…`);
    const listed = await new RestClient(target.endpoints.rest).listed();
    const since = Date.now();
    const steps = plan(shape, crowd.clients, { config: crowd.config, listed, first: since * 1000 });
    const warmMs = mode.kind === 'open' ? options.warmSeconds * 1000 : 0;
    const run = await load(target, crowd.clients, { steps, pace: paceOf(options), warmMs }, say);
    for (const line of summary(run.record, run.window)) say(line);
    const measured = run.record.latencies('accepted', 'orders', run.window).length;
    for (const line of cpuTable(run.cpu, measured, (run.window.to - run.window.from) / 1000)) say(line);
    const lost = await findLost(crowd.clients.slice(0, accounts), run.record, since);
    say(
      lost.faults.length === 0
        ? `nothing lost: ${lost.orders} acknowledged orders found, ${lost.trades} trades told to both sides`
        : `LOST: ${lost.faults.length} faults\n${lost.faults.slice(0, FAULTS_SHOWN).join('\n')}`,
    );
    if (lost.faults.length > 0) process.exitCode = 1;
  } finally {
    crowd.close();
  }
}

async function run(options: LoadOptions): Promise<void> {
  const { dataDir, rest, ws } = options;
  if (dataDir === undefined) say('starting an exchange…');
  const target = dataDir === undefined ? await ownTarget() : runningTarget(dataDir, rest, ws);
  try {
    await runOn(target, options);
  } finally {
    await target.end();
  }
}

await runTool(USAGE, (args) => run(loadOptions(args)));
