import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { runTool } from '../../kit/command-line/run-tool';
import { type CheckBooksOptions, checkBooksOptions, type Trading, USAGE } from './options';
import { RandomTraders } from './random-traders';
import { type Watched, watchBooks } from './watch';

/** Signing takes time, so those who trade have a thread of their own: the books are watched as they come. */
async function tradeInThread({ traders, endpoints }: Trading): Promise<void> {
  const trading = await RandomTraders.begin(traders, endpoints);
  const told = new Promise((resolve) => parentPort?.once('message', resolve));
  parentPort?.postMessage('trading');
  await told;
  parentPort?.postMessage(await trading.end());
}

async function run(options: CheckBooksOptions): Promise<Watched> {
  const { trading } = options;
  if (trading === undefined) return watchBooks(options);
  const thread = new Worker(new URL(import.meta.url), { workerData: trading });
  await once(thread, 'message');
  try {
    return await watchBooks(options);
  } finally {
    const done = once(thread, 'message');
    thread.postMessage('end');
    console.log(...(await done));
  }
}

function tell({ market, seconds }: CheckBooksOptions, { compared, frames, faults }: Watched): void {
  console.log(`${market}, at most ${seconds} s:`);
  for (const [name, states] of compared) {
    const received = frames.has(name) ? `${frames.get(name)} frames, ` : '';
    console.log(`  ${name.padEnd(10)} ${received}${states} states compared`);
  }
  for (const text of faults) console.log(`! ${text.slice(0, 500)}`);
  if (faults.length === 0) console.log('every book was true, and none was ever crossed');
  else process.exitCode = 1;
}

if (!isMainThread) await tradeInThread(workerData as Trading);
else {
  await runTool(USAGE, async (args) => {
    const options = checkBooksOptions(args, process.env);
    tell(options, await run(options));
  });
}
