import type { Say } from '../../../kit/command-line/say';
import { setTimeout as delay } from 'node:timers/promises';
import { type NamedProcess, startedProcesses } from '../../../kit/running/processes';
import type { LoadClient } from '../../../kit/clients/crowd';
import { type CpuTimes, cpuBetween, cpuTimes } from '../cpu/process-times';
import type { Target } from '../exchange/target';
import type { LoadStep } from '../plan/plan';
import type { Pace } from './pace';
import { LoadRecord, type Window } from './record';

const PROGRESS_MS = 5_000;
/** Longer than the exchange gives itself for any answer. */
const ANSWERS_MS_MAX = 15_000;
/** So long without news, and whatever is under way has been told. */
const QUIET_MS = 1_500;
const LOOK_MS = 20;

export interface LoadRun {
  readonly record: LoadRecord;
  readonly window: Window;
  readonly cpu: CpuTimes;
}

function showProgress(record: LoadRecord, say: Say): () => void {
  const began = performance.now();
  let [before, beforeAt] = [0, began];
  const timer = setInterval(() => {
    const [now, accepted] = [performance.now(), record.count('accepted', 'orders')];
    const rate = ((accepted - before) * 1000) / (now - beforeAt);
    const refused = record.count('refused', 'orders');
    say(
      `  ${((now - began) / 1000).toFixed(0)} s: ${rate.toFixed(0)} accepted a second, ` +
        `${accepted} in all, ${refused} refused, ${record.open} wait`,
    );
    [before, beforeAt] = [accepted, now];
  }, PROGRESS_MS);
  return () => {
    clearInterval(timer);
  };
}

/**
 * Sends a load; resolves when all is answered and told, or nothing more can come. What comes in
 * `warmMs` doesn't count. `extra`: processes of the target that its launcher doesn't know.
 */
export async function load(
  target: Target,
  clients: readonly LoadClient[],
  { steps, pace, warmMs }: { steps: readonly LoadStep[]; pace: Pace; warmMs: number },
  say: Say,
  extra: readonly NamedProcess[] = [],
): Promise<LoadRun> {
  const record = new LoadRecord(steps);
  for (const { connection } of clients) connection.onPacket((packet) => record.hear(packet));
  const cpuNow = () => cpuTimes([...startedProcesses(target.folder), ...extra], target.launcher);
  const stop = showProgress(record, say);
  const from = performance.now() + warmMs;
  let before = cpuNow();
  const warm = setTimeout(() => {
    before = cpuNow();
  }, warmMs);
  await pace(steps, record);
  const to = performance.now();
  const cpu = cpuBetween(before, cpuNow());
  clearTimeout(warm);
  const end = performance.now() + ANSWERS_MS_MAX;
  const isQuiet = () =>
    record.open === 0 && record.halfTold === 0 && performance.now() - record.newsAt > QUIET_MS;
  while (!isQuiet() && performance.now() < end) await delay(LOOK_MS);
  stop();
  return { record, window: { from, to }, cpu };
}
