import { present } from '@exchange/core/kernel';
import { ConfigError } from '@exchange/platform';
import type { MapEntry } from '../persistence/tables';

/** Stands for every market that is not named. */
export const OTHERS = '*';
/** Of the entries that the map begins with. */
export const FIRST = 0;

const ENGINE = /^[a-z][a-z0-9-]{0,30}$/;
const ENGINE_SHAPE = 'a lower-case letter and then at most 30 letters, digits or hyphens';
const MARKET = /^[A-Za-z0-9]{2,40}$/;

/** Which engine is to have which market, as the entries of the map say: of each market the newest counts. */
export class MarketMap {
  private readonly newest = new Map<string, MapEntry>();
  private newestSeq = FIRST;

  constructor(entries: readonly MapEntry[]) {
    this.add(entries);
  }

  /** Of the newest entry. */
  get version(): number {
    return this.newestSeq;
  }

  /** The engine of markets that no entry names. */
  get others(): string {
    return present(this.newest.get(OTHERS), 'entry of the markets that are not named').engine;
  }

  add(entries: readonly MapEntry[]): void {
    for (const entry of entries) {
      this.newestSeq = Math.max(this.newestSeq, entry.seq);
      if (entry.seq >= this.versionOf(entry.market)) this.newest.set(entry.market, entry);
    }
  }

  engineOf(market: string): string {
    return this.newest.get(market)?.engine ?? this.others;
  }

  /** Whether an entry was ever about this market; it is read by itself then, else with all that are not named. */
  isNamed(market: string): boolean {
    return this.newest.has(market);
  }

  /** The order by which a market is where it is. */
  versionOf(market: string): number {
    return this.newest.get(market)?.seq ?? FIRST;
  }

  /** The named markets of an engine. */
  namedOf(engine: string): readonly string[] {
    return this.named().flatMap((entry) => (entry.engine === engine ? [entry.market] : []));
  }

  /** The named markets of all other engines. */
  namedOfOthers(engine: string): readonly string[] {
    return this.named().flatMap((entry) => (entry.engine === engine ? [] : [entry.market]));
  }

  private named(): readonly MapEntry[] {
    return [...this.newest.values()].filter(({ market }) => market !== OTHERS);
  }
}

/**
 * The first entries of the map, by the configuration: `MARKET=engine` for each market that has an engine of its own, and one
 * `*=engine` for all others. Throws a {@link ConfigError} that lists every problem.
 */
export function firstMap(engine: string, configured: readonly string[]): readonly MapEntry[] {
  const problems: string[] = [];
  const engines = new Map<string, string>();
  if (!ENGINE.test(engine)) problems.push(`ENGINE_NAME: ${JSON.stringify(engine)} is not ${ENGINE_SHAPE}`);
  for (const entry of configured) {
    const [market = '', name = '', ...rest] = entry.split('=');
    const problem = entryProblem(market, name, rest.length > 0, engines.has(market));
    if (problem === undefined) engines.set(market, name);
    else problems.push(`ENGINE_MARKETS: ${JSON.stringify(entry)} ${problem}`);
  }
  if (!engines.has(OTHERS)) {
    problems.push('ENGINE_MARKETS: no engine takes the markets that are not named; add *=<engine>');
  }
  if (problems.length > 0) {
    throw new ConfigError(`The configuration is wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  return Array.from(engines, ([market, name]) => ({ seq: FIRST, market, engine: name }));
}

function entryProblem(
  market: string,
  engine: string,
  isLonger: boolean,
  isKnown: boolean,
): string | undefined {
  if (isLonger || engine === '' || market === '') return 'is not MARKET=engine';
  if (market !== OTHERS && !MARKET.test(market)) return 'names no market';
  if (!ENGINE.test(engine)) return `names no engine: a name is ${ENGINE_SHAPE}`;
  if (isKnown) return 'gives a market a second engine';
  return undefined;
}
