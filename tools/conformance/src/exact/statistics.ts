import type { ShownBar, HistoricalTrade } from '../packets';
import { scaledRate } from './book-rate';

const DAY_MS = 86_400_000;
const SCALE = 10n ** 8n;

export interface Decimals {
  readonly traded: number;
  readonly quote: number;
}

/** Smallest units as a decimal of whole tokens. */
export function wholeTokens(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const rateOf = ([, , , rate]: HistoricalTrade): string => rate;
const amountOf = ([, , , , amount]: HistoricalTrade): bigint => BigInt(amount);
const timeOf = ([, , , , , time]: HistoricalTrade): number => time;
const byRate = (a: string, b: string): number => (scaledRate(a) < scaledRate(b) ? -1 : 1);

/** The change between two rates in percent, to the nearest hundredth, halves away from zero. */
export function percent(from: string, to: string): string {
  const [old, fresh] = [scaledRate(from), scaledRate(to)];
  const size = fresh > old ? fresh - old : old - fresh;
  const hundredths = (size * 20_000n + old) / (2n * old);
  const text = wholeTokens(hundredths, 2);
  return fresh < old && hundredths > 0n ? `-${text}` : text;
}

/** What a ticker must say; the volume in the quote token lies between two bounds, since public trades don't tell it. */
export interface ExpectedTicker {
  readonly rate: string;
  readonly change: string;
  readonly traded: string;
  readonly quoteMin: bigint;
  readonly quoteMax: bigint;
  readonly high: string;
  readonly low: string;
}

/** Of all trades of a market, oldest first, as of a moment in Unix ms. */
export function tickerOf(
  trades: readonly HistoricalTrade[],
  decimals: Decimals,
  now: number,
): ExpectedTicker | undefined {
  const last = trades.at(-1);
  if (last === undefined) return undefined;
  const day = trades.filter((trade) => now - timeOf(trade) < DAY_MS);
  const reference = trades.findLast((trade) => now - timeOf(trade) >= DAY_MS) ?? trades[0] ?? last;
  const rates = day.map(rateOf).sort(byRate);
  const units = day.map((trade) => quoteUnits(trade, decimals));
  return {
    rate: rateOf(last),
    change: percent(rateOf(reference), rateOf(last)),
    traded: wholeTokens(sum(day.map(amountOf)), decimals.traded),
    quoteMin: sum(units) - BigInt(day.length),
    quoteMax: sum(units) + BigInt(2 * day.length),
    high: rates.at(-1) ?? rateOf(last),
    low: rates[0] ?? rateOf(last),
  };
}

/** Traded amount times rate in units of the quote token, rounded down: the trade's own amount is at most a unit off. */
function quoteUnits(trade: HistoricalTrade, { traded, quote }: Decimals): bigint {
  const scaled = amountOf(trade) * scaledRate(rateOf(trade)) * 10n ** BigInt(quote);
  return scaled / (SCALE * 10n ** BigInt(traded));
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

const MONDAY_MS = 4 * DAY_MS;

/** The bars of all trades of a market, oldest first, at one precision: newest first, empty intervals left out. */
export function barsOf(trades: readonly HistoricalTrade[], seconds: number, decimals: Decimals): ShownBar[] {
  const interval = seconds * 1000;
  const origin = seconds === 604_800 ? MONDAY_MS : 0;
  const open = (time: number) => origin + Math.floor((time - origin) / interval) * interval;
  const groups = new Map<number, HistoricalTrade[]>();
  for (const trade of trades) {
    const at = open(timeOf(trade));
    groups.set(at, [...(groups.get(at) ?? []), trade]);
  }
  return [...groups].reverse().map(([at, group]): ShownBar => {
    const rates = group.map(rateOf);
    const rising = [...rates].sort(byRate);
    const volume = wholeTokens(sum(group.map(amountOf)), decimals.traded);
    const [first, highest, lowest, last] = [rates[0], rising.at(-1), rising[0], rates.at(-1)].map(Number);
    return [at, first ?? 0, highest ?? 0, lowest ?? 0, last ?? 0, Number(volume)];
  });
}
