import type { Say } from '../../../kit/command-line/say';
import { percentile } from '../../../kit/percentiles';
import type { LoadOptions } from '../options';
import { closedLoop, openLoop } from '../run/pace';
import type { LoadResult, LoadSession } from '../session';
import { offerRate, shapeOf } from './single';

/** Enough for its turns to be large. */
const FLOOR_UNDER_WAY = 400;
const FIRST_RATE = 200;
const TRIAL_S = 8;
const WARM_MS = 3_000;
/** The search ends when the best rate is known that closely. */
const CLOSE = 1.06;
/** What an exchange that keeps up accepts of what is offered within the trial. */
const ACCEPTED_MIN = 0.99;

/** Whether a rate is sustained, tried for some seconds. */
async function isSustained(
  session: LoadSession,
  options: LoadOptions,
  rate: number,
  say: Say,
): Promise<boolean> {
  const shape = { ...shapeOf(options, rate), orders: rate * (TRIAL_S + WARM_MS / 1000) };
  const { record, window } = await session.run(shape, openLoop(rate), WARM_MS);
  const accepted = record.latencies('accepted', 'orders', window);
  const part = accepted.length / ((rate * (window.to - window.from)) / 1000);
  const p99 = percentile(accepted, 0.99);
  const kept = record.refusals('orders').size === 0 && part >= ACCEPTED_MIN && p99 <= options.limitMs;
  say(
    `${kept ? 'sustained' : 'not sustained'}: ${rate} a second, ${(100 * part).toFixed(1)} % accepted, p99 ${p99.toFixed(0)} ms`,
  );
  return kept;
}

/** The highest rate that is sustained, by trying; 0 when not even the first is. */
export async function findMost(session: LoadSession, options: LoadOptions, say: Say): Promise<number> {
  let best = 0;
  let tooMuch = FIRST_RATE;
  while (await isSustained(session, options, tooMuch, say)) {
    best = tooMuch;
    tooMuch *= 2;
  }
  while (best > 0 && tooMuch / best > CLOSE) {
    const between = Math.round(Math.sqrt(best * tooMuch));
    if (await isSustained(session, options, between, say)) best = between;
    else tooMuch = between;
  }
  return best;
}

/** Finds the highest rate that is sustained, and offers it for as long as was asked. */
export async function offerMost(session: LoadSession, options: LoadOptions, say: Say): Promise<LoadResult> {
  const best = await findMost(session, options, say);
  if (best === 0) {
    throw new Error(`Not even ${FIRST_RATE} a second are sustained with p99 within ${options.limitMs} ms.`);
  }
  say(`the most that is sustained: ${best} orders a second`);
  const result = await offerRate(session, { ...options, floor: false }, best, say);
  if (options.floor) {
    const bare = await session.floor(result, closedLoop(FLOOR_UNDER_WAY), 0);
    const accepted = bare.record.count('accepted', 'orders');
    const most = (accepted * 1000) / (bare.window.to - bare.window.from);
    say(
      `the bare floor takes ${most.toFixed(0)} orders a second at most: the exchange sustains ${((100 * best) / most).toFixed(0)} % of that`,
    );
  }
  return result;
}
