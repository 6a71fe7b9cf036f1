import type { DataFolder } from '../settings/data-folder';
import { identify, isRunning, type ProcessIdentity } from './process-identity';
import { setTimeout as delay } from 'node:timers/promises';

const FILE = 'processes.json';
const GRACE_MS = 5_000;
const SAVE_AGAIN_MS = 1_000;

/**
 * Keeps on disk which processes belong to this folder, so that the next start can end what a kill left behind, and
 * whoever tries faults knows which process is which. A disk that is full is no reason to end them: it is tried again.
 */
export class StartedProcesses {
  readonly #folder: DataFolder;
  readonly #running = new Map<number, ProcessIdentity & { readonly name: string }>();
  #again: NodeJS.Timeout | undefined;

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  add(pid: number, name: string): void {
    const identity = identify(pid);
    if (identity === undefined) return;
    this.#running.set(pid, { name, ...identity });
    this.#save();
  }

  remove(pid: number): void {
    if (this.#running.delete(pid)) this.#save();
  }

  #save(): void {
    clearTimeout(this.#again);
    try {
      this.#folder.save(FILE, [...this.#running.values()]);
    } catch (error) {
      console.error(`${FILE} can't be written, trying again: ${String(error)}`);
      this.#again = setTimeout(() => this.#save(), SAVE_AGAIN_MS).unref();
    }
  }
}

/** Ends what an earlier start that was killed left running; returns how many processes that were. */
export async function endLeftProcesses(folder: DataFolder): Promise<number> {
  const left = ((folder.read(FILE) ?? []) as ProcessIdentity[]).filter(isRunning);
  for (const { pid } of left) process.kill(pid, 'SIGINT');
  const deadline = performance.now() + GRACE_MS;
  while (left.some(isRunning) && performance.now() < deadline) await delay(50);
  for (const identity of left.filter(isRunning)) process.kill(identity.pid, 'SIGKILL');
  while (left.some(isRunning)) await delay(20);
  return left.length;
}
