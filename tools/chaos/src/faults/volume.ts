import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

const SIZE = '4g';
const MB = 1024 * 1024;
/** Others write while it shrinks, and it can't be made smaller than what is on it: each try leaves them more. */
const SLACK_BYTES: readonly number[] = [1, 4, 16, 64].map((size) => size * MB);

/** A file system of its own in memory, whose size can be changed. */
export class Volume {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Mounts one on an empty folder; undefined where this user or system can't. */
  static mount(folder: string): Volume | undefined {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder], {
        stdio: 'pipe',
      });
      return new Volume(folder);
    } catch {
      // No Linux, or no right to mount.
      return undefined;
    }
  }

  /** From now on not one block is free. Throws when others write too much for that. */
  fill(): void {
    this.#shrink();
    const ballast = openSync(this.#ballast, 'w');
    try {
      writeUntilFull(ballast);
    } finally {
      closeSync(ballast);
    }
  }

  /** Gives it back all the room that it had. */
  empty(): void {
    this.#resize(SIZE);
    rmSync(this.#ballast, { force: true });
  }

  get #ballast(): string {
    return path.join(this.#folder, 'ballast');
  }

  /** Leaves little room. */
  #shrink(): void {
    let failure: unknown;
    for (const slack of SLACK_BYTES) {
      const { blocks, bfree, bsize } = statfsSync(this.#folder);
      try {
        return this.#resize(String((blocks - bfree) * bsize + slack));
      } catch (error) {
        failure = error;
      }
    }
    throw new Error('the volume is written to faster than it can be made smaller', { cause: failure });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.#folder], { stdio: 'pipe' });
  }

  #resize(size: string): void {
    execFileSync('mount', ['-o', `remount,size=${size}`, this.#folder], { stdio: 'pipe' });
  }
}

/** Takes what room is left, down to the last block. */
function writeUntilFull(file: number): void {
  const block = Buffer.alloc(MB);
  for (let bytes = block.length; bytes >= 4096; bytes /= 2) {
    try {
      // Less than asked for is written where that is all there was.
      for (;;) writeSync(file, block, 0, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
