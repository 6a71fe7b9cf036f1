import { ConfigError } from '@exchange/platform';

/** Stands for every market that is not named. */
const OTHERS = '*';

const ENGINE = /^[a-z][a-z0-9-]{0,30}$/;
const MARKET = /^[A-Za-z0-9]{2,40}$/;

/** The markets of one engine: those named, or, of the engine that takes what nobody else has, all but those named. */
export interface AssignedMarkets {
  readonly takesOthers: boolean;
  readonly markets: readonly string[];
}

export const takesMarket = ({ takesOthers, markets }: AssignedMarkets, market: string): boolean =>
  markets.includes(market) !== takesOthers;

/** A market that both would take; `*` when it is every market that neither names. */
export function bothTake(one: AssignedMarkets, other: AssignedMarkets): string | undefined {
  const named = [...one.markets, ...other.markets];
  const both = named.find((market) => takesMarket(one, market) && takesMarket(other, market));
  return both ?? (one.takesOthers && other.takesOthers ? OTHERS : undefined);
}

export const sameMarkets = (one: AssignedMarkets, other: AssignedMarkets): boolean =>
  one.takesOthers === other.takesOthers &&
  one.markets.length === other.markets.length &&
  one.markets.every((market) => other.markets.includes(market));

/**
 * What one engine takes by a map that all engines share: `MARKET=engine` for each market that has an engine of its own,
 * and one `*=engine` for all others. Throws a {@link ConfigError} that lists every problem.
 */
export function assignedMarkets(engine: string, map: readonly string[]): AssignedMarkets {
  const problems: string[] = [];
  const engines = new Map<string, string>();
  if (!ENGINE.test(engine)) problems.push(`ENGINE_NAME: ${JSON.stringify(engine)} is not ${ENGINE_SHAPE}`);
  for (const entry of map) {
    const [market = '', name = '', ...rest] = entry.split('=');
    const problem = entryProblem(market, name, rest.length > 0, engines.has(market));
    if (problem === undefined) engines.set(market, name);
    else problems.push(`ENGINE_MARKETS: ${JSON.stringify(entry)} ${problem}`);
  }
  if (!engines.has(OTHERS)) {
    problems.push('ENGINE_MARKETS: no engine takes the markets that are not named; add *=<engine>');
  }
  if (![...engines.values()].includes(engine)) {
    problems.push(`ENGINE_MARKETS: gives no market to ${engine}, which is this engine's name`);
  }
  if (problems.length > 0) {
    throw new ConfigError(`The configuration is wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  const takesOthers = engines.get(OTHERS) === engine;
  const named = [...engines].filter(([market]) => market !== OTHERS);
  const listed = named.filter(([, name]) => (name === engine) !== takesOthers).map(([market]) => market);
  return { takesOthers, markets: listed.sort() };
}

const ENGINE_SHAPE = 'a lower-case letter and then at most 30 letters, digits or hyphens';

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
