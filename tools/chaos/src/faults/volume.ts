import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';

const SIZE = '4g';

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

  /** From now on not one block is free. */
  fill(): void {
    const { blocks, bfree, bsize } = statfsSync(this.#folder);
    this.#resize(String((blocks - bfree) * bsize));
  }

  /** Gives it back all the room that it had. */
  empty(): void {
    this.#resize(SIZE);
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.#folder], { stdio: 'pipe' });
  }

  #resize(size: string): void {
    execFileSync('mount', ['-o', `remount,size=${size}`, this.#folder], { stdio: 'pipe' });
  }
}
