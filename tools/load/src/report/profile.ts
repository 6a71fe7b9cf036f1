import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NamedProcess } from '../../../kit/running/processes';
import { textTable } from '../../../kit/text-table';

const SHOWN_MAX = 14;
const FILE = /^CPU\.(\d+)\.(\d+)\.cpuprofile$/;
/** What is no work of anybody. */
const IDLE = ['(idle)', '(root)'];

interface Profile {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** From when to when, in microseconds of the system's monotonic clock, as V8 counts too. */
export interface ProfiledTime {
  readonly from: number;
  readonly to: number;
}

/** A time of `performance.now()` as microseconds of the system's monotonic clock. */
export const monotonicUs = (ms: number): number =>
  Number(process.hrtime.bigint() / 1000n) + (ms - performance.now()) * 1000;

function selfTimes(profile: Profile, { from, to }: ProfiledTime): Map<string, number> {
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      url === '' ? functionName : `${functionName || '(anonymous)'} ${path.basename(url)}:${lineNumber + 1}`,
    ]),
  );
  const times = new Map<string, number>();
  let at = profile.startTime;
  profile.samples.forEach((node, index) => {
    const lasted = profile.timeDeltas[index + 1] ?? 0;
    at += profile.timeDeltas[index] ?? 0;
    const name = names.get(node) ?? '';
    if (at < from || at >= to || IDLE.includes(name)) return;
    times.set(name, (times.get(name) ?? 0) + lasted);
  });
  return times;
}

/** Where each process spent its own time while it was measured, from the profiles in a folder; lines for people. */
export function profileLines(
  folder: string,
  processes: readonly NamedProcess[],
  time: ProfiledTime,
): string[] {
  const lines: string[] = [];
  for (const file of readdirSync(folder)) {
    const [, pid, thread] = FILE.exec(file) ?? [];
    const name = processes.find((one) => one.pid === Number(pid))?.name;
    if (name === undefined) continue;
    const profile = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Profile;
    const times = [...selfTimes(profile, time)].sort(([, a], [, b]) => b - a);
    const all = times.reduce((sum, [, us]) => sum + us, 0);
    const wall = time.to - time.from;
    const head = thread === '0' ? name : `${name}, thread ${thread}`;
    lines.push(`${head}: busy ${((100 * all) / wall).toFixed(0)} % of the time (${file})`);
    const rows = times
      .slice(0, SHOWN_MAX)
      .map(([where, us]) => [`  ${((100 * us) / all).toFixed(1)} %`, where]);
    lines.push(...textTable(rows, ['right', 'left']));
  }
  return lines;
}
