import { type Database, upsert } from '@exchange/platform';
import { type EngineRow, engineTable } from '../persistence/tables';
import { type AssignedMarkets, bothTake, sameMarkets } from './market-assignment';

/** Two engines would write the same market: the configuration of one of them is old or wrong. */
export class MarketTakenError extends Error {
  override readonly name = 'MarketTakenError';
}

/** Throws {@link MarketTakenError} when an engine that is running has a market of these; returns those that had one. */
export async function requireUntaken(
  database: Database,
  engine: string,
  assigned: AssignedMarkets,
): Promise<string[]> {
  const stopped: string[] = [];
  for (const other of await database.find(engineTable)) {
    if (other.engine === engine) continue;
    const market = bothTake(assigned, other);
    if (market === undefined) continue;
    if (await database.isLeased(other.engine)) {
      const what = market === '*' ? 'the markets that are not named' : `market ${market}`;
      throw new MarketTakenError(
        `engine ${engine} can't start: ${what} belongs by ENGINE_MARKETS to it and to engine ${other.engine}, which is ` +
          `running with another configuration; give both the same ENGINE_MARKETS and restart ${other.engine} first`,
      );
    }
    stopped.push(other.engine);
  }
  return stopped;
}

/**
 * Says that these markets are this engine's. Each engine first writes what it takes and then looks at the others, so
 * of two that start at once at least one sees the other. An engine that had one of the markets and isn't known to run
 * is fenced: it may only have been asleep.
 */
export async function claimMarkets(
  database: Database,
  engine: string,
  assigned: AssignedMarkets,
): Promise<EngineRow> {
  await requireUntaken(database, engine, assigned);
  const [known] = await database.find(engineTable, { where: { engine } });
  const isSettled = known !== undefined && known.isSettled && sameMarkets(known, assigned);
  const row = { engine, takesOthers: assigned.takesOthers, markets: assigned.markets, isSettled };
  await database.commit({ changes: [upsert(engineTable, [row])], positions: [], outbox: [] });
  for (const stopped of await requireUntaken(database, engine, assigned)) await database.fenceWriter(stopped);
  return row;
}
