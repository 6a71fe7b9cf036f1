import type { TurnInput } from '../ports';

/** Log entries beyond this hold their readers back. */
const LOG_ROOM = 4_096;

/** What waits for a turn, in order of arrival. */
export class InputQueue {
  private readonly waiting: TurnInput[] = [];
  private readonly wakers: (() => void)[] = [];
  private readonly roomWaiters: (() => void)[] = [];
  private logs = 0;
  private requests = 0;
  private arrived = 0;

  constructor(private readonly maxRequests: number) {}

  /** How many inputs ever arrived. */
  get total(): number {
    return this.arrived;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Whether one more request would be too many. */
  get full(): boolean {
    return this.requests >= this.maxRequests;
  }

  /** Adds an input; the promise of a log entry resolves when there is room for more. */
  push(input: TurnInput): void | Promise<void> {
    this.waiting.push(input);
    this.arrived += 1;
    if (input.from === 'request') this.requests += 1;
    if (input.from === 'log') this.logs += 1;
    for (const wake of this.wakers.splice(0)) wake();
    if (input.from === 'log' && this.logs >= LOG_ROOM) {
      return new Promise((resolve) => this.roomWaiters.push(resolve));
    }
  }

  take(max: number): TurnInput[] {
    const taken = this.waiting.splice(0, max);
    for (const { from } of taken) {
      if (from === 'request') this.requests -= 1;
      if (from === 'log') this.logs -= 1;
    }
    if (this.logs < LOG_ROOM / 2) for (const resolve of this.roomWaiters.splice(0)) resolve();
    return taken;
  }

  /** Resolves when something waits, or when {@link wake} is called. */
  async nonEmpty(): Promise<void> {
    if (this.waiting.length === 0) await new Promise<void>((resolve) => this.wakers.push(resolve));
  }

  wake(): void {
    for (const wake of this.wakers.splice(0)) wake();
  }
}
