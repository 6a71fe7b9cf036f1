import { packetText, reconnectPacket } from '@exchange/core/wire';
import type { Clock } from '@exchange/platform';
import { CLOSE, type Connection } from './connection';

/** Silent for this long, a connection is dropped. */
const SILENT_MS_MAX = 60_000;
/** Each connection is pinged once in as many ticks of a second; one whose orders depend on it more often. */
const PING_TICKS = 20;
const WATCHED_PING_TICKS = 2;

const REASON = 'the service is being upgraded';
/** How long the last commands' answers are waited for after the window. */
const ANSWERS_MS_MAX = 2_000;
/** How long clients have to answer the close. */
const GOODBYES_MS_MAX = 1_000;
const LOOK_EVERY_MS = 20;

export interface Drain {
  readonly windowSeconds: number;
  readonly random: () => number;
  /** Whether some client still waits for an answer. */
  readonly answersAwaited: () => boolean;
}

/** All open connections. */
export class Connections {
  private readonly open = new Set<Connection>();
  private ticks = 0;

  constructor(private readonly clock: Clock) {}

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.open.values();
  }

  get size(): number {
    return this.open.size;
  }

  /** Those whose orders are canceled when they are lost for too long. */
  get watched(): number {
    return [...this.open].filter(({ session }) => session?.watched === true).length;
  }

  add(connection: Connection): void {
    this.open.add(connection);
  }

  remove(connection: Connection): void {
    this.open.delete(connection);
  }

  /** Once a second: pings a part of the connections, so that all get their turn, and drops the silent ones. */
  keepAlive(): void {
    this.ticks += 1;
    const silentSince = this.clock.steady() - SILENT_MS_MAX;
    for (const connection of this.open) {
      // What is being closed has its own time for it, or a slow reader would never read why.
      if (!connection.open) continue;
      if (connection.heardAt < silentSince) connection.terminate();
      else if (connection.id % pingTicks(connection) === this.ticks % pingTicks(connection))
        connection.ping();
    }
  }

  /**
   * Tells every client to reconnect within the window, at random so that they don't come all at once. At its end takes
   * no more commands, waits for the answers to those under way, and closes what is left (docs/interface, drain). Waits
   * until the clients have answered the close: whose socket is taken away while it still writes never reads why, nor
   * the last answers before it.
   */
  async drain({ windowSeconds, random, answersAwaited }: Drain): Promise<void> {
    for (const connection of this.open) {
      const seconds = Math.floor(random() * (windowSeconds + 1));
      connection.push(packetText(reconnectPacket(seconds, REASON)));
    }
    if (this.open.size > 0) await this.clock.sleep(windowSeconds * 1000);
    for (const connection of this.open) connection.leaving = true;
    await this.whileTrue(() => this.owesAnswers(answersAwaited), ANSWERS_MS_MAX);
    for (const connection of this.open) connection.close(CLOSE.serviceRestart, REASON);
    await this.whileTrue(() => this.open.size > 0, GOODBYES_MS_MAX);
  }

  private async whileTrue(condition: () => boolean, milliseconds: number): Promise<void> {
    for (let waited = 0; waited < milliseconds && condition(); waited += LOOK_EVERY_MS) {
      await this.clock.sleep(LOOK_EVERY_MS);
    }
  }

  private owesAnswers(answersAwaited: () => boolean): boolean {
    return answersAwaited() || [...this.open].some(({ underWay }) => underWay.size > 0);
  }
}

const pingTicks = ({ session }: Connection): number =>
  session?.watched === true ? WATCHED_PING_TICKS : PING_TICKS;
