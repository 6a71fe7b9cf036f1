/** Counts what is done, and resolves who waits for a count. */
export class TurnProgress {
  private done = 0;
  private ended = false;
  private waiters: { readonly total: number; readonly resolve: () => void }[] = [];

  add(count: number): void {
    this.done += count;
    const reached = this.waiters.filter(({ total }) => total <= this.done);
    this.waiters = this.waiters.filter(({ total }) => total > this.done);
    for (const { resolve } of reached) resolve();
  }

  /** Resolves when `total` is reached, or at the end. */
  async reach(total: number): Promise<void> {
    if (this.done >= total || this.ended) return;
    await new Promise<void>((resolve) => this.waiters.push({ total, resolve }));
  }

  end(): void {
    this.ended = true;
    for (const { resolve } of this.waiters.splice(0)) resolve();
  }
}
