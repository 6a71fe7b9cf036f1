import { readdirSync, readFileSync } from 'node:fs';
import type { NamedProcess } from '../../../kit/running/processes';

/** The kernel counts in these, whatever its own ticks are. */
const TICK_MS = 10;
export const GENERATOR = 'load generator';
export const OTHERS = 'other programs';

/** CPU in ms, by part; `busy`: what all processors of the machine worked. */
export interface CpuTimes {
  readonly parts: ReadonlyMap<string, number>;
  readonly busy: number;
}

interface ProcessTimes {
  readonly parent: number;
  readonly name: string;
  /** Its own and that of children that have ended. */
  readonly ms: number;
}

function readAll(): Map<number, ProcessTimes> {
  const all = new Map<number, ProcessTimes>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    let stat: string;
    try {
      stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
    } catch {
      // It has ended meanwhile.
      continue;
    }
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const times = fields.slice(11, 15).map(Number);
    const ms = times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
    all.set(Number(entry), { parent: Number(fields[1]), name, ms });
  }
  return all;
}

function busyMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, iowait, irq, softirq
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

/**
 * What every process of the machine has used since it began, by part of the exchange. A process belongs to the nearest
 * of its forebears that is a part, so that a database's sessions count as the database.
 */
export function cpuTimes(partsNow: readonly NamedProcess[], launcher: number | undefined): CpuTimes {
  const all = readAll();
  const names = new Map(partsNow.map(({ pid, name }) => [pid, name]));
  names.set(process.pid, GENERATOR);
  if (launcher !== undefined) names.set(launcher, 'launcher');
  const partOf = (pid: number): string => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) {
      const name = names.get(at);
      if (name !== undefined) return name;
    }
    return OTHERS;
  };
  const parts = new Map<string, number>();
  for (const [pid, { ms }] of all) {
    const part = partOf(pid);
    parts.set(part, (parts.get(part) ?? 0) + ms);
  }
  return { parts, busy: busyMs() };
}

/** What was used between two moments. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  const parts = new Map(
    [...after.parts].map(([part, ms]) => [part, Math.max(0, ms - (before.parts.get(part) ?? 0))]),
  );
  return { parts, busy: after.busy - before.busy };
}

/** CPU of everything that works for a load, in ms: all but other programs. */
export const workOf = ({ parts }: CpuTimes): number =>
  [...parts].reduce((sum, [part, ms]) => (part === OTHERS ? sum : sum + ms), 0);
