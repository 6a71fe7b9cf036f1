import { isIPv6 } from 'node:net';

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

  constructor(readonly options: AddressLimitOptions) {}

  /** Counts one request at `now` (Unix ms). */
  take(address: string, now: number): Allowance {
    const { requestsMax, windowMs } = this.options;
    if (now >= this.windowEnd) {
      this.counts = new Map();
      this.windowEnd = now - (now % windowMs) + windowMs;
    }
    const client = limitedAddress(address);
    const count = (this.counts.get(client) ?? 0) + 1;
    this.counts.set(client, count);
    return {
      allowed: count <= requestsMax,
      remaining: Math.max(0, requestsMax - count),
      resetSeconds: Math.ceil((this.windowEnd - now) / 1000),
    };
  }
}

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 address, which one client has all of. */
export function limitedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    // A dotted end stands for two groups.
    const width = rest.length + (tail.includes('.') ? 1 : 0);
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - width) }, () => '0'), ...rest);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
