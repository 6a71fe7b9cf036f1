/** A command whose outcome comes as a notice. */
interface Awaited {
  readonly deadline: number;
  expired(): void;
}

/** Commands whose outcome hasn't been told yet. All wait equally long, so the oldest always expires first. */
export class AwaitedOutcomes {
  private readonly awaited = new Map<string, Awaited>();

  constructor(private readonly waitMs: number) {}

  /** `expired` runs unless `settle` is called within the time. */
  add(connection: number, command: number, now: number, expired: () => void): void {
    this.awaited.set(key(connection, command), { deadline: now + this.waitMs, expired });
  }

  /** The outcome is known; false when it isn't awaited any more. */
  settle(connection: number, command: number): boolean {
    return this.awaited.delete(key(connection, command));
  }

  get empty(): boolean {
    return this.awaited.size === 0;
  }

  /** Expires what is due at `now`. */
  sweep(now: number): void {
    for (const [name, { deadline, expired }] of this.awaited) {
      if (deadline > now) return;
      this.awaited.delete(name);
      expired();
    }
  }
}

const key = (connection: number, command: number): string => `${connection}/${command}`;
