import type { AddressCount, Presence } from '@exchange/contract/bus';

/** What wasn't repeated for so long is over. */
const KEPT_MS = 15_000;

type Counts = Omit<AddressCount, 'address'>;

interface Told extends Counts {
  /** When it arrived, by the steady clock. */
  readonly at: number;
}

const NONE: Counts = { connections: 0, opened: 0, tenths: 0 };

/** What the other gateways told last about each address. */
export class OtherGateways {
  /** By address, then by gateway. */
  private readonly told = new Map<string, Map<string, Told>>();

  /** `self`: this gateway's name, whose own notices come back to it. */
  constructor(private readonly self: string) {}

  take({ gateway, fresh, counts }: Presence, now: number): void {
    if (gateway === this.self) return;
    if (fresh) this.forgetGateway(gateway);
    for (const { address, ...count } of counts) {
      const byGateway = this.told.get(address) ?? new Map<string, Told>();
      if (count.connections + count.opened + count.tenths === 0) byGateway.delete(gateway);
      else byGateway.set(gateway, { ...count, at: now });
      if (byGateway.size === 0) this.told.delete(address);
      else this.told.set(address, byGateway);
    }
  }

  /** The sum over the other gateways. */
  of(address: string, now: number): Counts {
    const byGateway = this.told.get(address);
    if (byGateway === undefined) return NONE;
    let sum = NONE;
    for (const { at, connections, opened, tenths } of byGateway.values()) {
      if (at <= now - KEPT_MS) continue;
      sum = {
        connections: sum.connections + connections,
        opened: sum.opened + opened,
        tenths: sum.tenths + tenths,
      };
    }
    return sum;
  }

  /** Forgets what is over. */
  sweep(now: number): void {
    for (const [address, byGateway] of this.told) {
      for (const [gateway, { at }] of byGateway) if (at <= now - KEPT_MS) byGateway.delete(gateway);
      if (byGateway.size === 0) this.told.delete(address);
    }
  }

  get size(): number {
    return this.told.size;
  }

  private forgetGateway(gateway: string): void {
    for (const [address, byGateway] of this.told) {
      byGateway.delete(gateway);
      if (byGateway.size === 0) this.told.delete(address);
    }
  }
}
