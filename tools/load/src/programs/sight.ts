import type { Say } from '../../../kit/command-line/say';
import { percentile } from '../../../kit/percentiles';
import { textTable } from '../../../kit/text-table';
import { GENERATOR, workOf } from '../cpu/process-times';
import { type Collector, openCollector } from '../exchange/collector';
import { Scrapes } from '../exchange/scrapes';
import { ownTarget, type Target } from '../exchange/target';
import type { LoadOptions, Mode } from '../options';
import { closedLoop } from '../run/pace';
import { LoadSession } from '../session';
import { shapeOf } from './single';

/** What metrics and traces may cost. */
const COST_MAX = 0.03;
/** A machine that stops for a moment has a few orders refused; when it is more, the load is another one. */
const REFUSED_PART_MAX = 0.01;
const WARM_UPS = 2;
/** As often as Prometheus looks. */
const SCRAPED_EVERY_MS = 5_000;
const PART_TRACED = '0.01';

/** What a load took. */
interface Taken {
  /** Orders accepted a second. */
  readonly rate: number;
  /** CPU of all processes of the exchange, ms for each accepted order. */
  readonly cpu: number;
}

/** The same load on both. */
export interface SightPair {
  readonly on: Taken;
  readonly off: Taken;
}

/** One of the two exchanges, and the crowd at it. */
interface Side {
  readonly target: Target;
  readonly session: LoadSession;
  readonly isOn: boolean;
}

/**
 * Offers the same load to an exchange that measures itself and traces a hundredth, and to one that does neither, in turn.
 * @returns whether it costs no more than it may, by the median of the pairs
 */
export async function compareSight(options: LoadOptions, pairs: number, say: Say): Promise<boolean> {
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
    const sides: Side[] = [];
    for (const target of [on, off])
      sides.push({ target, session: await LoadSession.open(target, options, say), isOn: target === on });
    try {
      return await comparePairs(sides, options, pairs, collector, say);
    } finally {
      for (const { session } of sides) session.close();
    }
  } finally {
    await Promise.all(targets.map((target) => target.end()));
    collector.close();
  }
}

async function comparePairs(
  sides: readonly Side[],
  options: LoadOptions,
  pairs: number,
  collector: Collector,
  say: Say,
): Promise<boolean> {
  // The first loads of a process are slower, whatever it measures: what it runs often is not compiled yet.
  for (let load = 0; load < WARM_UPS; load += 1) for (const side of sides) await runOn(side, options, say);
  const compared: SightPair[] = [];
  for (let number = 0; number < pairs; number += 1) {
    const taken = new Map<boolean, Taken>();
    // Whoever comes first changes places, since a busy machine gets busier or quieter.
    for (const side of number % 2 === 0 ? sides : [...sides].reverse())
      taken.set(side.isOn, await runOn(side, options, say));
    const [on, off] = [taken.get(true), taken.get(false)];
    if (on !== undefined && off !== undefined) compared.push({ on, off });
  }
  if (collector.taken() === 0) throw new Error('No trace came: what they cost was not measured.');
  for (const line of sightLines(compared)) say(line);
  return costOf(compared) <= COST_MAX;
}

async function runOn({ target, session, isOn }: Side, options: LoadOptions, say: Say): Promise<Taken> {
  const { mode } = options;
  const scrapes = isOn ? new Scrapes(target.endpoints.processes, SCRAPED_EVERY_MS) : undefined;
  try {
    const { record, window, cpu, lost } = await session.run(shapeOf(options), closedLoop(underWay(mode)), 0);
    await scrapes?.end();
    if (lost.faults.length > 0) throw new Error(`Something was lost: ${JSON.stringify(lost.faults[0])}`);
    const accepted = record.latencies('accepted', 'orders', window).length;
    const refused = record.count('refused', 'orders');
    if (accepted === 0 || refused > accepted * REFUSED_PART_MAX)
      throw new Error(
        `Refused: ${refused}, accepted: ${accepted}; refusals cost other work. Try a quieter machine.`,
      );
    const seconds = (window.to - window.from) / 1000;
    const work = workOf(cpu) - (cpu.parts.get(GENERATOR) ?? 0);
    say(`${isOn ? 'on ' : 'off'}: ${(accepted / seconds).toFixed(0)} orders a second`);
    return { rate: accepted / seconds, cpu: work / accepted };
  } finally {
    await scrapes?.stop();
  }
}

const underWay = (mode: Mode): number => (mode.kind === 'closed' ? mode.underWay : 1);

const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
const moreCpu = ({ on, off }: SightPair): number => on.cpu / off.cpu - 1;
const lessRate = ({ on, off }: SightPair): number => off.rate / on.rate - 1;

/** By how much metrics and traces make an order dearer: in CPU or in time, whichever is more. */
export const costOf = (pairs: readonly SightPair[]): number =>
  Math.max(median(pairs.map(moreCpu)), median(pairs.map(lessRate)));

/** The pairs, and what they come to. */
export function sightLines(pairs: readonly SightPair[]): string[] {
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  const rows = pairs.map((pair) => [
    ...[pair.on.rate, pair.off.rate].map((rate) => rate.toFixed(0)),
    percent(lessRate(pair)),
    ...[pair.on.cpu, pair.off.cpu].map((cpu) => cpu.toFixed(3)),
    percent(moreCpu(pair)),
  ]);
  const head = ['orders/s on', 'off', 'time more', 'CPU ms/order on', 'off', 'CPU more'];
  return [
    ...textTable([head, ...rows], ['right', 'right', 'right', 'right', 'right', 'right']),
    `medians: ${percent(median(pairs.map(lessRate)))} more time, ${percent(median(pairs.map(moreCpu)))} more CPU; ` +
      `at most ${percent(COST_MAX)} are allowed`,
  ];
}
