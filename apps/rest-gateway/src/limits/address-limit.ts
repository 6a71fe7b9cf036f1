export interface AddressLimitOptions {
  /** Requests that one address may make in a window. */
  readonly requestsMax: number;
  readonly windowMs: number;
}

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

/** Counts requests per client address in windows that are the same for all, so that forgetting costs nothing. */
export class AddressLimit {
  private counts = new Map<string, number>();
  private windowEnd = 0;

  constructor(private readonly options: Pick<AddressLimitOptions, 'windowMs'>) {}

  /** Counts one request of an address, as `clientAddress` names it, that may make `requestsMax`; `now` by the steady clock. */
  take(address: string, requestsMax: number, now: number): Allowance {
    const { windowMs } = this.options;
    if (now >= this.windowEnd) {
      this.counts = new Map();
      this.windowEnd = now - (now % windowMs) + windowMs;
    }
    const count = (this.counts.get(address) ?? 0) + 1;
    this.counts.set(address, count);
    return {
      allowed: count <= requestsMax,
      remaining: Math.max(0, requestsMax - count),
      resetSeconds: Math.ceil((this.windowEnd - now) / 1000),
    };
  }
}
