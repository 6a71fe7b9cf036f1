import type { engineCommands, ReplyOf } from '@exchange/contract/bus';
import { marketId } from '@exchange/core/kernel';
import type { HeldLease, Records } from '@exchange/platform';
import { drainedProcessTable, marketTable } from '../persistence/tables';
import { FIRST, MarketMap, OTHERS } from './market-map';
import { entriesAfter } from './stored-map';

/** What the writer is called whose lease says that a process of an engine lives; it writes only whether that is drained. */
export const processWriter = (engine: string, process: string): string => `process/${engine}/${process}`;

const PROCESS = /^process\/([^/]+)\/(.+)$/;

export type EnginesNow = ReplyOf<typeof engineCommands.enginesQuery>;
type EngineNow = EnginesNow['engines'][number];

/** Engines, processes and markets as the database has them, and who holds what by its clock. */
export async function enginesNow(
  records: Records,
  leasesNow: () => Promise<readonly HeldLease[]>,
): Promise<EnginesNow> {
  const [entries, rows, drained, leases] = await Promise.all([
    entriesAfter(records, FIRST - 1),
    records.find(marketTable),
    records.find(drainedProcessTable),
    leasesNow(),
  ]);
  const map = new MarketMap(entries);
  const living = leases.filter(({ leftMs }) => leftMs > 0);
  const found = living.flatMap(({ writer }) => {
    const [, engine = '', name = ''] = PROCESS.exec(writer) ?? [];
    const isDrained = drained.some((row) => row.engine === engine && row.process === name);
    return engine === '' ? [] : [{ engine, name, isDrained }];
  });
  const engines = new Set([...entries, ...rows, ...found].map(({ engine }) => engine));
  const writers = new Map(rows.map(({ market, engine }) => [market, engine]));
  const markets = new Set([...writers.keys(), ...entries.map(({ market }) => market)]);
  markets.delete(OTHERS);
  return {
    version: map.version,
    others: map.others,
    markets: [...markets].sort().map((market) => ({
      ...{ market: marketId(market), engine: map.engineOf(market), writer: writers.get(market) ?? null },
    })),
    engines: [...engines].sort().map((engine): EngineNow => ({
      engine,
      holder: living.find(({ writer }) => writer === engine)?.holder ?? null,
      processes: found
        .filter((one) => one.engine === engine)
        .map(({ name, isDrained }) => ({ name, isDrained }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    })),
  };
}

/** The processes of an engine that could take it when this one gives it up. */
export const standbysOf = ({ engines }: EnginesNow, engine: string, process: string): readonly string[] =>
  (engines.find((one) => one.engine === engine)?.processes ?? [])
    .filter(({ name, isDrained }) => name !== process && !isDrained)
    .map(({ name }) => name);
