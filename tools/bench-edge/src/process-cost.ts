import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Seconds of CPU that a process took so far, in user and kernel mode (proc(5)). */
export function cpuSeconds(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Bytes of memory that a process holds (VmRSS). */
export function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Seconds in which the main thread could have gone on and no processor was free for it (schedstat). */
function waitedSeconds(pid: number): number {
  const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waited) / 1e9;
}

/** What a process takes from now on, and how long it waited for a processor. */
export function measuredFrom(pid: number): () => { seconds: number; cpu: number; waited: number } {
  const [startedAt, cpuBefore, waitedBefore] = [performance.now(), cpuSeconds(pid), waitedSeconds(pid)];
  return () => ({
    seconds: (performance.now() - startedAt) / 1000,
    cpu: cpuSeconds(pid) - cpuBefore,
    waited: waitedSeconds(pid) - waitedBefore,
  });
}
