import { ZeroAddress } from 'ethers';
import { setMaxListeners } from 'node:events';
import { runTool } from '../../kit/command-line/run-tool';
import { make, take, withdrawAndReturn } from './behaviour';
import { fund } from './funding';
import { type DemoOptions, demoOptions, USAGE } from './options';
import { Rounds } from './rounds';
import { makes, openTable, type DemoTable } from './table';

const PRICE_EVERY_MS = 1_000;
const MAKE_EVERY_MS = 2_500;
const TAKE_EVERY_MS = 3_000;
const WITHDRAW_EVERY_MS = 45_000;
const STATUS_EVERY_MS = 10_000;

async function trade(table: DemoTable, leaving: AbortSignal): Promise<void> {
  const { seats, crew, walk } = table;
  const { tally } = crew;
  console.log(`demo: ${seats.length} traders come and deposit…`);
  for (const seat of seats) await seat.trader.arrive();
  await Promise.all(seats.map((seat) => fund(crew.banker, seat, ZeroAddress)));

  const rounds = new Rounds((error) => {
    tally.refused(error);
  });
  rounds.every(PRICE_EVERY_MS, () => {
    walk.tick();
  });
  rounds.every(STATUS_EVERY_MS, () => {
    console.log(`demo: ${tally.text}`);
  });
  seats.forEach((seat, index) => {
    const isMaker = makes(index);
    rounds.every(isMaker ? MAKE_EVERY_MS : TAKE_EVERY_MS, () => (isMaker ? make(seat) : take(seat)));
    rounds.every(WITHDRAW_EVERY_MS, () => withdrawAndReturn(seat));
  });
  console.log('demo: the traders trade');
  await new Promise<void>((resolve) => {
    if (leaving.aborted) resolve();
    else leaving.addEventListener('abort', () => resolve(), { once: true });
  });
  await rounds.end();
  await Promise.all(seats.map(({ trader }) => trader.cancelAll()));
  console.log(`demo: ended; ${tally.text}`);
}

/** Aborts at a signal, or when the time is over. */
function leavingAfter(seconds: number | undefined): AbortSignal {
  const leaving = new AbortController();
  // Every trader may be waiting for it.
  setMaxListeners(0, leaving.signal);
  const leave = () => {
    leaving.abort();
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  if (seconds !== undefined) setTimeout(leave, seconds * 1_000).unref();
  return leaving.signal;
}

async function run(options: DemoOptions): Promise<void> {
  const leaving = leavingAfter(options.seconds);
  const table = await openTable(options, leaving);
  try {
    await trade(table, leaving);
  } finally {
    table.crew.close();
  }
}

// Other traders may still wait for their deposits, and whoever watches shall start all of them again.
if (!(await runTool(USAGE, (args) => run(demoOptions(args, process.env))))) process.exit(1);
