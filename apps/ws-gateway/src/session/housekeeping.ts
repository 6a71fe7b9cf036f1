import { type Bus, repeat } from '@exchange/platform';
import type { Connections } from '../connection/connections';
import type { Edge } from '../edge';
import { shedBacklog } from '../inbox/receive-frame';
import { SignsOfLife } from './signs-of-life';

const OUTCOMES_MS = 100;
const HURRY_MS = 500;
const EXHAUSTED_MS = 10_000;
const KEEP_ALIVE_MS = 1_000;
const COMPARE_MS = 5_000;
const SIGNS_OF_LIFE_MS = 1_000;
/** A quiet book with a sequence is told so after 20 to 40 s (docs/interface, books with a sequence). */
const QUIET_BOOKS_MS = 20_000;
const UNNEEDED_MS = 20_000;

/** What a gateway does again and again: pings, expired commands, spent points, lost notices, signs of life, quiet books, markets that nobody sees. */
export class Housekeeping {
  private readonly stopping = new AbortController();
  private comparing = false;

  constructor(
    private readonly edge: Edge,
    private readonly connections: Connections,
    private readonly fail: (error: unknown) => void,
  ) {}

  start(bus: Bus): void {
    const { edge, connections } = this;
    const { outcomes, feeds, clock, owner, exhausted, channels } = edge;
    const signs = new SignsOfLife(owner, connections, clock);
    const { signal } = this.stopping;
    const every = (everyMs: number, work: () => void) =>
      void repeat(work, { everyMs, clock, signal, pauseFirst: true });
    every(OUTCOMES_MS, () => {
      for (const connection of connections) shedBacklog(connection, edge);
    });
    every(OUTCOMES_MS, () => outcomes.sweep(clock.steady()));
    every(HURRY_MS, () => feeds.hurry());
    every(EXHAUSTED_MS, () => exhausted.sweep(clock.steady()));
    every(KEEP_ALIVE_MS, () => connections.keepAlive());
    every(COMPARE_MS, () => this.compare());
    every(QUIET_BOOKS_MS, () => channels.tellQuietBooks());
    every(UNNEEDED_MS, () => channels.letGoUnneeded());
    // Isn't waited for: a slow owner must not keep the signs from the others.
    every(SIGNS_OF_LIFE_MS, () => void signs.tell().catch(this.fail));
    bus.onReconnect(() => this.compare());
  }

  stop(): void {
    this.stopping.abort();
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
