import { type Clock, type Database, FencedError, type Log, type Turn, upsert } from '@exchange/platform';
import { type EngineTurn, logsOf } from '../engine-turn';
import type { EngineSignal } from '../inbox/engine-signal';
import { recoverProcessor } from '../persistence/recovery';
import { marketTable } from '../persistence/tables';
import { entriesAfter } from './stored-map';

/** While it writes that an engine that doesn't run has lost a market. */
const LEASE_MS = 2_000;

interface MovesDeps {
  readonly engine: string;
  /** This process, as holder of leases. */
  readonly instance: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Gives markets to the engines that have them by the map, and takes up those that others gave (docs/decisions,
 * engines-and-standbys). To be asked often, while this process is the active one.
 */
export class MarketMoves {
  constructor(
    private readonly turn: Turn,
    private readonly handler: EngineTurn,
    private readonly deps: MovesDeps,
  ) {}

  /** Reads the map's newer entries and does what they ask; what can't be done yet is tried at the next look. */
  async look(): Promise<void> {
    const { engine, database } = this.deps;
    const { map } = this.handler;
    map.add(await entriesAfter(database, map.version));
    for (const market of this.handler.markets) {
      const to = map.engineOf(market);
      if (to !== engine) await this.give(market, to);
    }
    const isLacking = (market: string) => !this.handler.markets.includes(market);
    for (const market of map.namedOf(engine).filter(isLacking)) await this.take(market);
    for (const market of await this.passedOver()) await this.take(market);
    if (this.handler.isRestarting) this.submit({ kind: 'continue' });
  }

  /**
   * Markets that were given to this engine and ordered on before it had looked: it takes them up to give them at the next look,
   * since nobody else may take them from an engine that runs.
   */
  private async passedOver(): Promise<readonly string[]> {
    const { engine, database } = this.deps;
    const { map, markets } = this.handler;
    if (map.namedOfOthers(engine).every((market) => markets.includes(market))) return [];
    const rows = await database.find(marketTable, { where: { engine } });
    return rows
      .map(({ market }) => market)
      .filter((market) => map.engineOf(market) !== engine && !markets.includes(market));
  }

  private async give(market: string, to: string): Promise<void> {
    const { clock, log } = this.deps;
    const began = clock.steady();
    await this.done({ kind: 'give', market, to });
    await this.turn.letGo(logsOf(market));
    log.info({ market, to, tookMs: clock.steady() - began }, 'gave a market to another engine');
  }

  private async take(market: string): Promise<void> {
    const { engine, database, clock, log } = this.deps;
    const [row] = await database.find(marketTable, { where: { market } });
    // Nobody had it yet: it begins with what the ledger says of it first.
    if (row === undefined) return;
    const isTaken = row.engine !== engine;
    if (isTaken && !(await this.takeFrom(row.engine, market))) return;
    const began = clock.steady();
    const recovered = await recoverProcessor(database, market, log);
    await this.turn.takeOn(logsOf(market), () => {
      this.handler.adopt(market, recovered);
      if (isTaken) this.submit({ kind: 'taken', market });
    });
    await this.turn.caughtUp();
    this.submit({ kind: 'moved', market });
    log.info({ market, isTaken, tookMs: clock.steady() - began }, 'took a market up');
  }

  /** Of an engine that runs nothing is taken: it gives. In the place of one that doesn't run this process writes that it gave. */
  private async takeFrom(other: string, market: string): Promise<boolean> {
    const { engine, database, instance, log } = this.deps;
    const place = database.writing(other, 'shared');
    if (!(await place.holdLease(`${engine}/${instance}`, LEASE_MS))) return false;
    try {
      // Whoever was it and only slept is fenced, and whoever becomes it now reads what is written here.
      await place.claimWriter();
      await place.commit({ changes: [upsert(marketTable, [{ market, engine }])], positions: [], outbox: [] });
      log.warn({ market, from: other }, 'took a market from an engine that does not run');
      return true;
    } catch (error) {
      if (error instanceof FencedError) return false;
      throw error;
    } finally {
      await place.releaseLease(`${engine}/${instance}`);
    }
  }

  private submit(signal: EngineSignal): void {
    this.turn.submit(signal);
  }

  private done(signal: EngineSignal): Promise<void> {
    return new Promise((resolve) => this.turn.submit(signal, resolve));
  }
}
