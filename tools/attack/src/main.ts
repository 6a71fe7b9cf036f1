import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { percentile } from '../../kit/percentiles';
import { runTool } from '../../kit/command-line/run-tool';
import { GoodClient } from './good-client';
import { GoodReader } from './good-reader';
import { misbehave } from './hostile-customer';
import { type AttackOptions, attackOptions, USAGE } from './options';
import { ProcessWatch } from './process-watch';
import { type RestTally, restAttackers } from './rest-attackers';
import { Attacker, type AttackerTally } from './attacker';

const PATH = '/ws/v1';

interface Attacked {
  readonly tally: AttackerTally;
  readonly rest: RestTally;
}

/** In a thread of its own, so that the good client's clock isn't held up by making hostile frames. */
async function attack({ ws, rest, frames, seed, connections }: AttackOptions): Promise<Attacked> {
  const tally: AttackerTally = { sent: 0, answers: 0, closes: {} };
  const { hostname } = new URL(ws);
  const share = Math.ceil(frames / connections);
  const attackers = Array.from({ length: connections }, (_, index) => {
    // On this machine every second one comes from an address that nobody raised.
    const localAddress = hostname === '127.0.0.1' && index % 2 === 1 ? '127.0.0.2' : undefined;
    return new Attacker(ws + PATH, seed * 1_000 + index, tally, localAddress).send(share);
  });
  const [answers] = await Promise.all([restAttackers(rest, Math.ceil(frames / 10), seed), ...attackers]);
  return { tally, rest: answers };
}

function attackInThread(options: AttackOptions): Promise<Attacked> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function run(options: AttackOptions): Promise<string[]> {
  const watches = options.metrics.map((url) => new ProcessWatch(url));
  const reached = await Promise.all(watches.map((watch) => watch.start()));
  const good = await GoodClient.open(options.ws + PATH);
  const reader = new GoodReader(options.rest);
  const problems = await customerProblems(options);
  const started = performance.now();
  const { tally, rest } = await attackInThread(options).catch(async (error: unknown) => {
    // They would keep this program alive for ever.
    await Promise.all([good, reader, ...watches].map((one) => one.stop()));
    throw error;
  });
  const seconds = (performance.now() - started) / 1000;
  // Whatever the attackers left behind, a new client is served.
  const late = await GoodClient.open(options.ws + PATH);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await Promise.all([good.stop(), late.stop(), reader.stop()]);
  await Promise.all(watches.map((watch) => watch.stop()));

  console.log(
    `seed ${options.seed}: ${tally.sent} frames in ${seconds.toFixed(1)} s, ${tally.answers} answers`,
  );
  console.log(`  closes ${JSON.stringify(tally.closes)}`);
  console.log(`  HTTP statuses ${JSON.stringify(rest)}`);
  problems.push(...delayProblems('pings', good.delaysMs, options.delayMsMax));
  problems.push(...delayProblems('questions over REST', reader.delaysMs, options.delayMsMax));
  for (const [index, watch] of watches.entries()) {
    console.log(`  ${reached[index] === true ? watch.line() : `${watch.url}: not reachable, not watched`}`);
  }
  problems.push(...watches.flatMap((watch) => watch.problems()));
  const failures = good.failures + late.failures + reader.failures;
  if (failures > 0 || late.delaysMs.length === 0) problems.push(`the good clients had ${failures} failures`);
  if (rest[500] !== undefined) problems.push(`${rest[500]} requests were answered with HTTP 500`);
  return problems;
}

async function customerProblems({ endpoints }: AttackOptions): Promise<string[]> {
  if (endpoints === undefined) return [];
  const { sent, codes, problems } = await misbehave(endpoints);
  console.log(`a funded account's ${sent} wrong commands: ${JSON.stringify(codes)}`);
  return [...problems];
}

function delayProblems(what: string, delaysMs: readonly number[], delayMsMax: number): string[] {
  const delays = [...delaysMs].sort((a, b) => a - b);
  const p99 = percentile(delays, 0.99);
  const figures = [percentile(delays, 0.5), p99, delays.at(-1) ?? 0].map((ms) => `${ms.toFixed(1)} ms`);
  console.log(`  ${delays.length} ${what}: p50 ${figures[0]}, p99 ${figures[1]}, most ${figures[2]}`);
  return delayMsMax > 0 && p99 > delayMsMax ? [`the p99 of ${what} is above ${delayMsMax} ms`] : [];
}

if (!isMainThread) parentPort?.postMessage(await attack(workerData as AttackOptions));
else {
  await runTool(USAGE, async (args) => {
    const problems = await run(attackOptions(args, process.env));
    for (const problem of problems) console.error(`! ${problem}`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  });
}
