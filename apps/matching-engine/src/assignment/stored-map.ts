import { type Clock, type Database, type Log, type Records, upsert } from '@exchange/platform';
import { type MapEntry, marketMapTable, marketTable } from '../persistence/tables';
import { FIRST, MarketMap } from './market-map';

/** The writer of the first entries; whoever writes them holds its lease meanwhile. */
const MAP = 'market map';
const LEASE_MS = 10_000;
const TRY_AGAIN_MS = 100;

interface MapDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** This process, as holder of the lease. */
  readonly instance: string;
}

/** The entries after one of the map's versions, in their order. */
export const entriesAfter = (records: Records, version: number): Promise<MapEntry[]> =>
  records.find(marketMapTable, { where: { seq: { gt: version } }, order: [['seq', 'asc']] });

/** All entries of the map. It begins with those of the configuration, if it has none yet; once it has, those say nothing. */
export async function openMap(deps: MapDeps, first: readonly MapEntry[]): Promise<readonly MapEntry[]> {
  const { database, clock, log, instance } = deps;
  const map = database.writing(MAP, 'shared');
  for (;;) {
    const entries = await entriesAfter(database, FIRST - 1);
    if (entries.length > 0) {
      const began = new Set(entries.filter(({ seq }) => seq === FIRST).map(textOf));
      const unheard = first.map(textOf).filter((text) => !began.has(text));
      if (unheard.length > 0)
        log.warn(
          { unheard },
          'ENGINE_MARKETS only says how the map of markets begins: it has begun otherwise',
        );
      return entries;
    }
    if (!(await map.holdLease(instance, LEASE_MS))) {
      await clock.sleep(TRY_AGAIN_MS);
      continue;
    }
    try {
      await map.claimWriter();
      // Another process may have been here since we looked.
      if ((await entriesAfter(database, FIRST - 1)).length === 0) {
        const entries = [...first, ...(await strays(database, first))];
        await map.commit({ changes: [upsert(marketMapTable, entries)], positions: [], outbox: [] });
      }
    } finally {
      await map.releaseLease(instance);
    }
  }
}

/** Markets that an earlier release gave to another engine than the one that has all others: they move as if it was ordered. */
async function strays(database: Database, first: readonly MapEntry[]): Promise<readonly MapEntry[]> {
  const map = new MarketMap(first);
  const rows = await database.find(marketTable);
  return rows
    .filter(({ market, engine }) => !map.isNamed(market) && engine !== map.others)
    .map(({ market }) => ({ seq: FIRST, market, engine: map.others }));
}

const textOf = ({ market, engine }: MapEntry): string => `${market}=${engine}`;
