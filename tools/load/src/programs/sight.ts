import { present } from '@exchange/core/kernel';
import type { Say } from '../../../kit/command-line/say';
import { percentile } from '../../../kit/percentiles';
import { textTable } from '../../../kit/text-table';
import { GENERATOR, workOf } from '../cpu/process-times';
import { type Collector, openCollector } from '../exchange/collector';
import { Scrapes } from '../exchange/scrapes';
import { ownTarget, type Target } from '../exchange/target';
import type { LoadOptions } from '../options';
import type { Shape } from '../plan/plan';
import { closedLoop, openLoop } from '../run/pace';
import { type LoadResult, LoadSession } from '../session';
import { shapeOf } from './single';

/** What metrics and traces may cost. */
const COST_MAX = 0.03;
/** A machine that stops for a moment has a few orders refused; when it is more, the load is another one. */
const REFUSED_PART_MAX = 0.01;
/** So few before it is measured that a machine that is slow refuses none. */
const WARM_UNDER_WAY = 8;
const MS_PER_S = 1_000;
/** As often as Prometheus looks (k8s/components/prometheus-operator/pod-monitor.yaml). */
const SCRAPED_EVERY_MS = 15_000;
const PART_TRACED = '0.01';

/** What a load took. */
interface Taken {
  /** What half of the orders were accepted within, ms. */
  readonly wait: number;
  /** CPU of all processes of the exchange, ms for each accepted order. */
  readonly cpu: number;
}

/** The same load on both, at the same time. */
export interface SightPair {
  readonly on: Taken;
  readonly off: Taken;
}

/** An exchange, and the crowd at it. */
interface Side {
  readonly target: Target;
  readonly session: LoadSession;
}

/** One that measures itself and traces, and one that does neither. */
interface Sides {
  readonly on: Side;
  readonly off: Side;
}

/**
 * Offers the same load to an exchange that measures itself and traces a hundredth, and to one that does neither, at the same
 * time: what the machine does meanwhile, it does to both.
 * @returns whether it costs no more CPU than it may, by the median of the pairs
 */
export async function compareSight(
  options: LoadOptions,
  { pairs, rate }: NonNullable<LoadOptions['sight']>,
  say: Say,
): Promise<boolean> {
  const collector = await openCollector();
  const targets: Target[] = [];
  try {
    const start = async (more: NodeJS.ProcessEnv): Promise<Target> => {
      say('starting an exchange…');
      const target = await ownTarget(more);
      targets.push(target);
      return target;
    };
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_RATIO: PART_TRACED };
    const on = await start({ METRICS: 'true', ...traced });
    const off = await start({ METRICS: 'false', OTEL_EXPORTER_OTLP_ENDPOINT: undefined });
    const sides: Sides = {
      on: { target: on, session: await LoadSession.open(on, options, say) },
      off: { target: off, session: await LoadSession.open(off, options, say) },
    };
    const shape = shapeOf(options, rate);
    const both = [sides.on.session, sides.off.session];
    try {
      // The first load of a process is dearer, whatever it measures: what it runs often is not compiled yet. Nor are its
      // first answers to scrapes, which only one side gives: hence the pair that is not counted.
      await Promise.all(both.map((session) => session.run(shape, closedLoop(WARM_UNDER_WAY), 0)));
      const offer = () => offerBoth(sides, shape, options.warmSeconds * MS_PER_S);
      say('a pair that is not counted');
      await offer();
      return await comparePairs(offer, pairs, collector, say);
    } finally {
      for (const session of both) session.close();
    }
  } finally {
    await Promise.all(targets.map((target) => target.end()));
    collector.close();
  }
}

async function comparePairs(
  offer: () => Promise<SightPair>,
  pairs: number,
  collector: Collector,
  say: Say,
): Promise<boolean> {
  const compared: SightPair[] = [];
  while (compared.length < pairs) {
    const soFar = compared.length === 0 ? '' : `; until now ${percent(costOf(compared))} more CPU`;
    say(`pair ${compared.length + 1} of ${pairs}${soFar}`);
    compared.push(await offer());
  }
  if (collector.taken() === 0) throw new Error('No trace came: what they cost was not measured.');
  for (const line of sightLines(compared)) say(line);
  return costOf(compared) <= COST_MAX;
}

async function offerBoth({ on, off }: Sides, shape: Shape, warmMs: number): Promise<SightPair> {
  const scrapes = new Scrapes(on.target.endpoints.processes, SCRAPED_EVERY_MS);
  try {
    // Both have signed before either begins: signing leaves the process no time for anything else.
    const runs = [on, off].map(({ session }) => session.run(shape, openLoop(shape.rate), warmMs));
    const [first, second] = (await Promise.all(runs)).map(takenBy);
    await scrapes.end();
    return { on: present(first, 'load'), off: present(second, 'load') };
  } finally {
    await scrapes.stop();
  }
}

function takenBy({ record, window, cpu, lost }: LoadResult): Taken {
  if (lost.faults.length > 0) throw new Error(`Something was lost: ${JSON.stringify(lost.faults[0])}`);
  const waits = record.latencies('accepted', 'orders', window);
  const refused = record.count('refused', 'orders');
  if (waits.length === 0 || refused > waits.length * REFUSED_PART_MAX)
    throw new Error(
      `Refused: ${refused}, accepted: ${waits.length}; refusals cost other work. Try a lower --rate.`,
    );
  const work = workOf(cpu) - (cpu.parts.get(GENERATOR) ?? 0);
  return { wait: median(waits), cpu: work / waits.length };
}

const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const moreCpu = ({ on, off }: SightPair): number => on.cpu / off.cpu - 1;
const moreWait = ({ on, off }: SightPair): number => on.wait / off.wait - 1;

/** By how much more CPU an order takes with metrics and traces. */
export const costOf = (pairs: readonly SightPair[]): number => median(pairs.map(moreCpu));

/** The pairs, and what they come to. */
export function sightLines(pairs: readonly SightPair[]): string[] {
  const rows = pairs.map((pair) => [
    ...[pair.on.cpu, pair.off.cpu].map((cpu) => cpu.toFixed(3)),
    percent(moreCpu(pair)),
    ...[pair.on.wait, pair.off.wait].map((wait) => wait.toFixed(1)),
    percent(moreWait(pair)),
  ]);
  const head = ['CPU ms/order on', 'off', 'more', 'accepted in ms on', 'off', 'more'];
  return [
    ...textTable([head, ...rows], ['right', 'right', 'right', 'right', 'right', 'right']),
    `medians: ${percent(costOf(pairs))} more CPU, of which at most ${percent(COST_MAX)} are allowed; ` +
      `${percent(median(pairs.map(moreWait)))} longer until accepted`,
  ];
}
