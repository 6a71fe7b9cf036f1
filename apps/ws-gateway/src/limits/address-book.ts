import type { AddressCount } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import { type AddressLimits, POINT_WINDOW_MS, SlidingWindow } from '@exchange/core/wire';
import type { OtherGateways } from './other-gateways';

/** What one address has here. */
interface Here {
  connections: number;
  readonly opened: SlidingWindow;
  readonly points: SlidingWindow;
}

const nothing = (): Here => ({
  connections: 0,
  opened: new SlidingWindow(POINT_WINDOW_MS),
  points: new SlidingWindow(POINT_WINDOW_MS),
});

/**
 * Connections and points of each address: exact for this gateway, and with what the other gateways told last. An
 * address is what `clientAddress` makes of a client; times are of the steady clock (docs/interface, points and other limits).
 */
export class AddressBook {
  private readonly here = new Map<string, Here>();
  private readonly changed = new Set<string>();
  private readonly spenders = new Set<string>();

  constructor(
    private readonly limitsOf: (address: string) => AddressLimits,
    private readonly others: OtherGateways,
  ) {}

  /** Counts a new connection, or says why there may be none; what is refused counts nowhere. */
  admit(address: string, now: number): Result<void> {
    const limits = this.limitsOf(address);
    const here = this.here.get(address) ?? nothing();
    const elsewhere = this.others.of(address, now);
    if (here.connections + elsewhere.connections >= limits.connections) {
      const full = `your address has ${limits.connections} connections, which is the most; close one first`;
      return reject('TOO_MANY_CONNECTIONS', full);
    }
    if (here.opened.spent(now) + elsewhere.opened >= limits.newConnections) {
      const often = `your address opened ${limits.newConnections} connections within 10 s, which is the most`;
      return reject('TOO_MANY_CONNECTIONS', `${often}; try again later`);
    }
    here.connections += 1;
    here.opened.spend(1, now);
    this.here.set(address, here);
    this.changed.add(address);
    return ok(undefined);
  }

  /** An admitted connection is gone. */
  leave(address: string): void {
    const here = this.here.get(address);
    if (here === undefined) return;
    here.connections -= 1;
    this.changed.add(address);
  }

  /** Whether so many tenths of points more are within the address' limit. */
  fits(address: string, tenths: number, now: number): boolean {
    const spent = this.here.get(address)?.points.spent(now) ?? 0;
    return spent + this.others.of(address, now).tenths + tenths <= this.limitsOf(address).pointTenths;
  }

  spend(address: string, tenths: number, now: number): void {
    const here = this.here.get(address) ?? nothing();
    here.points.spend(tenths, now);
    this.spenders.add(address);
    this.here.set(address, here);
  }

  /** Counts to tell: of addresses whose connections changed since the last call, also those that spent, or of all. */
  takeChanges(now: number, scope: 'connections' | 'points' | 'all'): AddressCount[] {
    const addresses = new Set(this.changed);
    this.changed.clear();
    if (scope !== 'connections') {
      for (const address of this.spenders) addresses.add(address);
      this.spenders.clear();
    }
    if (scope === 'all') for (const address of this.here.keys()) addresses.add(address);
    return [...addresses].map((address) => this.count(address, now));
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.here.size;
  }

  /** Forgets an address of which nothing counts any more. */
  private count(address: string, now: number): AddressCount {
    const here = this.here.get(address);
    if (here === undefined) return { address, connections: 0, opened: 0, tenths: 0 };
    const opened = here.opened.spent(now);
    const tenths = here.points.spent(now);
    if (here.connections + opened + tenths === 0) this.here.delete(address);
    return { address, connections: here.connections, opened, tenths };
  }
}
