/** A command whose outcome comes as a notice. */
interface Awaited {
  readonly deadline: number;
  expired(): void;
  ended(): void;
}

/** Commands whose outcome hasn't been told yet. All wait equally long, so the oldest always expires first. */
export class AwaitedOutcomes {
  private readonly awaited = new Map<string, Awaited>();

  constructor(private readonly waitMs: number) {}

  /** `expired` runs unless `settle` is called within the time. Resolves when the outcome isn't awaited any more. */
  add(connection: number, command: number, now: number, expired: () => void): Promise<void> {
    return new Promise((ended) => {
      this.awaited.set(key(connection, command), { deadline: now + this.waitMs, expired, ended });
    });
  }

  /** The outcome is known; false when it isn't awaited any more. */
  settle(connection: number, command: number): boolean {
    const name = key(connection, command);
    this.awaited.get(name)?.ended();
    return this.awaited.delete(name);
  }

  get empty(): boolean {
    return this.awaited.size === 0;
  }

  /** Expires what is due at `now`. */
  sweep(now: number): void {
    for (const [name, { deadline, expired, ended }] of this.awaited) {
      if (deadline > now) return;
      this.awaited.delete(name);
      expired();
      ended();
    }
  }
}

const key = (connection: number, command: number): string => `${connection}/${command}`;
