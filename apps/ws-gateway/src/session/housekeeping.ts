import type { Bus } from '@exchange/platform';
import type { Connections } from '../connection/connections';
import type { Edge } from '../edge';
import { SignsOfLife } from './signs-of-life';

const OUTCOMES_MS = 100;
const HURRY_MS = 500;
const KEEP_ALIVE_MS = 1_000;
const COMPARE_MS = 5_000;
const SIGNS_OF_LIFE_MS = 1_000;

/** What a gateway does again and again: pings, expired commands, the search for lost notices, signs of life. */
export class Housekeeping {
  private readonly timers: NodeJS.Timeout[] = [];
  private comparing = false;

  constructor(
    private readonly edge: Edge,
    private readonly connections: Connections,
    private readonly fail: (error: unknown) => void,
  ) {}

  start(bus: Bus): void {
    const { edge, connections } = this;
    const { outcomes, feeds, clock, owner } = edge;
    const signs = new SignsOfLife(owner, connections, clock);
    this.timers.push(
      setInterval(() => outcomes.sweep(clock.now()), OUTCOMES_MS),
      setInterval(() => feeds.hurry(), HURRY_MS),
      setInterval(() => connections.keepAlive(), KEEP_ALIVE_MS),
      setInterval(() => this.compare(), COMPARE_MS),
      setInterval(() => void signs.tell().catch(this.fail), SIGNS_OF_LIFE_MS),
    );
    bus.onReconnect(() => this.compare());
  }

  stop(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
  }

  /** One comparison at a time: a slow owner isn't asked twice. */
  private compare(): void {
    if (this.comparing) return;
    this.comparing = true;
    this.edge.feeds
      .compare()
      .catch(this.fail)
      .finally(() => {
        this.comparing = false;
      });
  }
}
