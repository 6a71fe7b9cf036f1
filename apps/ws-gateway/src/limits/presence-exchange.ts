import { presence } from '@exchange/contract/bus';
import { type Bus, type Clock, repeat, type Subscription } from '@exchange/platform';
import type { AddressBook } from './address-book';
import type { OtherGateways } from './other-gateways';

const EVERY_MS = 100;
/** In so many ticks everything is told once; points of others are that old at most. */
const ALL_TICKS = 50;
const POINT_TICKS = 10;
const COUNTS_MAX = 500;

export interface PresenceParts {
  /** This gateway's name. */
  readonly gateway: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly book: AddressBook;
  readonly others: OtherGateways;
}

/** Tells the other gateways of the addresses here, and hears of theirs. */
export class PresenceExchange {
  private subscription: Subscription | undefined;
  private readonly stopping = new AbortController();
  private ticks = 0;

  constructor(private readonly parts: PresenceParts) {}

  async start(): Promise<void> {
    this.subscription = await this.parts.bus.subscribe(presence.pattern, (_subject, data) =>
      this.parts.others.take(presence.decode(data), this.parts.clock.steady()),
    );
    this.tell([], true);
    this.parts.bus.onReconnect(() => this.tellAll());
    const { clock } = this.parts;
    const { signal } = this.stopping;
    void repeat(() => this.tick(), { everyMs: EVERY_MS, clock, signal, pauseFirst: true });
  }

  /** Connections that changed at once, points once a second, everything every 5 s. */
  private tick(): void {
    this.ticks += 1;
    const now = this.parts.clock.steady();
    const all = this.ticks % ALL_TICKS === 0;
    const points = this.ticks % POINT_TICKS === 0;
    const counts = this.parts.book.takeChanges(now, all ? 'all' : points ? 'points' : 'connections');
    for (let at = 0; at < counts.length; at += COUNTS_MAX) this.tell(counts.slice(at, at + COUNTS_MAX));
    if (all) this.parts.others.sweep(now);
  }

  private tellAll(): void {
    this.ticks = ALL_TICKS - 1;
    this.tick();
  }

  /** Its clients are gone: the others need not wait until they forget them. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.tell([], true);
    await this.subscription?.stop();
  }

  private tell(counts: ReturnType<AddressBook['takeChanges']>, fresh = false): void {
    this.parts.bus.publish(
      presence.subject(),
      presence.encode({ gateway: this.parts.gateway, fresh, counts }),
    );
  }
}
