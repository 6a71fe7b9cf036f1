import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { StartedProcesses } from './left-processes';
import { keepShort } from './log-file';

export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Runs before each start, the ones after a crash too. */
  readonly prepare?: () => void;
  /** Asks it to end in order. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** How long it may take for that before it is killed. */
  readonly stopMs: number;
  readonly uid?: number;
  readonly gid?: number;
}

export interface Child {
  readonly pid: number;
  /** Resolves when it has ended, with how: `code 1`, `SIGKILL`. */
  readonly ended: Promise<string>;
  /** Asks it to end, kills it if it doesn't, and waits until it has ended. */
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only the launcher, which knows the order in
 * which things stop. Output goes straight to the log file: it costs the launcher nothing, and survives it.
 */
export async function startChild(program: Program, started: StartedProcesses): Promise<Child> {
  const { name, command, args, env, logFile, uid, gid } = program;
  program.prepare?.();
  keepShort(logFile);
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', log, log],
    ...(uid !== undefined && gid !== undefined ? { uid, gid } : {}),
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined) started.remove(child.pid);
      resolve(signal ?? `code ${code ?? 'unknown'}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      reject(new Error(`${name} can't be started: ${error.message}`));
    });
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} has no process id`);
  started.add(pid, name);
  return {
    pid,
    ended,
    async stop() {
      child.kill(program.stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), program.stopMs);
      await ended;
      clearTimeout(timer);
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}
