import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that is told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in whatever unit the system has; only compared for equality. */
  readonly started: string;
}

function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the program's name in brackets and may hold spaces; the 20th counts threads, the 22nd is the
      // start time. A first thread that has ended waits for the others, which hold ports and files as long as they are.
      const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' && Number(rest[16]) <= 1 ? undefined : rest[18];
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    // No such process.
    return undefined;
  }
}

/** Undefined when no such process runs. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started;
}
