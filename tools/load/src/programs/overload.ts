import type { Say } from '../../../kit/command-line/say';
import { percentile } from '../../../kit/percentiles';
import type { LoadOptions } from '../options';
import { openLoop } from '../run/pace';
import type { LoadResult, LoadSession } from '../session';
import { offer, shapeOf } from './single';
import { findMost } from './most';

/** Without any, nobody sees what an overloaded exchange does with cancels. */
const CANCELS = 0.05;

/** Offers several times what the exchange can take. */
export async function offerOverload(
  session: LoadSession,
  given: LoadOptions,
  { times, rate }: { times: number; rate: number | undefined },
  say: Say,
): Promise<LoadResult> {
  const options = { ...given, cancels: given.cancels === 0 ? CANCELS : given.cancels };
  const best = rate ?? (await findMost(session, options, say));
  if (best === 0) throw new Error('Nothing is sustained here that could be exceeded: name a --rate.');
  const offered = best * times;
  say(`offering ${offered} a second, ${times} times ${best}`);
  const warmMs = options.warmSeconds * 1000;
  const load = { shape: shapeOf(options, offered), pace: openLoop(offered), warmMs, floor: false };
  const result = await offer(session, load, say);
  const { record, window } = result;
  const accepted = record.latencies('accepted', 'orders', window).length;
  const each = (accepted * 1000) / (window.to - window.from);
  const p99 = (ms: number[]) => `${percentile(ms, 0.99).toFixed(0)} ms`;
  say(
    `of ${best} a second ${((100 * each) / best).toFixed(0)} % are accepted under ${times} times the load; ` +
      `refusals p99 ${p99(record.latencies('refused', 'orders', window))}, ` +
      `cancels p99 ${p99(record.latencies('accepted', 'cancels', window))}, ` +
      `${record.refusals('orders').get('UNKNOWN_OUTCOME') ?? 0} UNKNOWN_OUTCOME`,
  );
  return result;
}
