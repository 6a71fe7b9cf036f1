import type { Address } from '@exchange/core/kernel';

/** A sign of life that comes this much later was only late. */
const LATE_MS = 2_000;
/** The service was busy or away when its own clock stood still for longer. */
const PAUSE_MS = 3_000;
/** A switch that acted, and of whose connection nobody heard any more, is forgotten after this time. */
const FORGOTTEN_MS = 3_600_000;

/**
 * A connection whose orders are canceled when it is lost (docs/decisions/cancel-on-disconnect.md). `via` names it;
 * times of the steady clock.
 */
export interface DisconnectSwitch {
  readonly account: Address;
  readonly via: string;
  readonly seconds: number;
  readonly setAt: number;
  /** Lost connections whose orders this one watches over in their place. */
  readonly adopted: readonly string[];
  /** It acted; the next sign of life arms it again. */
  readonly fired: boolean;
}

/** The name of a connection: ids are unique over all restarts of a gateway. */
export const connectionName = (gateway: string, connection: number): string => `${gateway}/${connection}`;

/** All switches, with when each connection was last heard of; that alone isn't stored. */
export class DisconnectSwitches {
  private readonly switches = new Map<string, DisconnectSwitch>();
  private readonly heardAt = new Map<string, number>();
  private tickedAt: number | undefined;

  /** After a restart every connection has its whole time once more, since nobody could be heard meanwhile. */
  load(stored: readonly DisconnectSwitch[], now: number): void {
    this.switches.clear();
    this.heardAt.clear();
    for (const one of stored) this.put(one, now);
  }

  get(account: Address, via: string): DisconnectSwitch | undefined {
    return this.switches.get(keyOf(account, via));
  }

  put(changed: DisconnectSwitch, heardAt?: number): void {
    const key = keyOf(changed.account, changed.via);
    this.switches.set(key, changed);
    if (heardAt !== undefined) this.heardAt.set(key, heardAt);
  }

  remove({ account, via }: DisconnectSwitch): void {
    this.switches.delete(keyOf(account, via));
    this.heardAt.delete(keyOf(account, via));
  }

  /** The connection showed a sign of life at `at`. Returns a switch that had acted and is armed again. */
  heard(account: Address, via: string, at: number): DisconnectSwitch | undefined {
    const key = keyOf(account, via);
    const known = this.switches.get(key);
    if (known === undefined) return undefined;
    this.heardAt.set(key, Math.max(at, this.heardAt.get(key) ?? at));
    if (!known.fired) return undefined;
    const armed = { ...known, fired: false };
    this.put(armed);
    return armed;
  }

  /** Time went on. What passed while this service itself was held up counts for no connection. */
  tick(at: number): void {
    const passed = at - (this.tickedAt ?? at);
    this.tickedAt = at;
    if (passed <= PAUSE_MS) return;
    for (const [key, heardAt] of this.heardAt) this.heardAt.set(key, heardAt + passed);
  }

  /** Switches whose time is over, the longest silent first. */
  due(at: number): DisconnectSwitch[] {
    return [...this.switches.values()]
      .filter((one) => !one.fired && this.lastHeard(one) + one.seconds * 1000 + LATE_MS <= at)
      .sort((a, b) => this.lastHeard(a) - this.lastHeard(b));
  }

  /** The account's switch that was set after this one's connection was last heard of: it watches over its orders now. */
  successorOf(lost: DisconnectSwitch): DisconnectSwitch | undefined {
    const since = this.lastHeard(lost);
    return [...this.switches.values()]
      .filter(({ account, via, setAt }) => account === lost.account && via !== lost.via && setAt > since)
      .sort((a, b) => b.setAt - a.setAt)[0];
  }

  /** Switches that acted long ago. */
  outdated(at: number): DisconnectSwitch[] {
    return [...this.switches.values()].filter((one) => one.fired && this.lastHeard(one) + FORGOTTEN_MS <= at);
  }

  private lastHeard({ account, via }: DisconnectSwitch): number {
    return this.heardAt.get(keyOf(account, via)) ?? 0;
  }
}

const keyOf = (account: Address, via: string): string => `${account} ${via}`;
