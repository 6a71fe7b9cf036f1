import type { Say } from '../../../kit/command-line/say';
import { workOf } from '../cpu/process-times';
import { floorLines } from '../floor/floor';
import type { LoadOptions } from '../options';
import type { Shape } from '../plan/plan';
import { cpuTable } from '../report/cpu-table';
import { lostLines } from '../report/lost';
import { summary } from '../report/summary';
import { closedLoop, idle, openLoop, type Pace } from '../run/pace';
import type { LoadResult, LoadSession } from '../session';

/** Where no rate is given, a cancel comes so many orders after its order as at this one. */
const DEFAULT_RATE = 100;

/** The shape of a load at a rate; `rate` undefined: of a number of orders. */
export function shapeOf(options: LoadOptions, rate?: number, seconds = options.seconds): Shape {
  const { crossing, cancels, accounts, seed, warmSeconds } = options;
  const orders = rate === undefined ? options.orders : Math.round(rate * (seconds + warmSeconds));
  return { orders, rate: rate ?? DEFAULT_RATE, crossing, cancels, accounts, seed };
}

/** Offers one load, and says what came of it. */
export async function offer(
  session: LoadSession,
  { shape, pace, warmMs, floor }: { shape: Shape; pace: Pace; warmMs: number; floor: boolean },
  say: Say,
): Promise<LoadResult> {
  const result = await session.run(shape, pace, warmMs);
  const { record, window, cpu, lost } = result;
  for (const line of summary(record, window)) say(line);
  const accepted = record.latencies('accepted', 'orders', window).length;
  for (const line of cpuTable(cpu, accepted, (window.to - window.from) / 1000)) say(line);
  for (const line of lostLines(lost)) say(line);
  if (floor && accepted > 0) {
    const bare = await session.floor(result, pace, warmMs);
    for (const line of floorLines(bare, result.written, workOf(cpu) / accepted)) say(line);
  }
  return result;
}

/** How the commands of a load come, by its mode. */
const paceOf = (mode: { kind: 'closed'; underWay: number } | { kind: 'idle' }): Pace =>
  mode.kind === 'idle' ? idle : closedLoop(mode.underWay);

/** Offers a load at a rate, open loop. */
export const offerRate = (session: LoadSession, options: LoadOptions, rate: number, say: Say) =>
  offer(
    session,
    {
      shape: shapeOf(options, rate),
      pace: openLoop(rate),
      warmMs: options.warmSeconds * 1000,
      floor: options.floor,
    },
    say,
  );

/** Offers a number of orders, each as soon as the answers to those before allow. */
export const offerInTurn = (
  session: LoadSession,
  options: LoadOptions,
  mode: { kind: 'closed'; underWay: number } | { kind: 'idle' },
  say: Say,
) => offer(session, { shape: shapeOf(options), pace: paceOf(mode), warmMs: 0, floor: options.floor }, say);
