import {
  bookRate,
  divideDown,
  divideUp,
  type MarketDecimals,
  minAmount,
  parseRate,
  type RateKey,
  rateRatio,
  type Side,
} from '@exchange/core/kernel';
import type { BookLineView } from '@exchange/core/wire';

/** How far into the book an order goes that takes. Amounts in smallest units. */
export interface Reach {
  readonly traded: bigint;
  /** Rounded against who takes, line by line. */
  readonly quote: bigint;
  readonly lines: number;
  /** The rate of the last line; undefined when nothing is met. */
  readonly worst: RateKey | undefined;
}

const NOTHING: Reach = { traded: 0n, quote: 0n, lines: 0, worst: undefined };
const BPS = 10_000n;
/** Rates as they are, without tokens' decimals. */
const PLAIN = { traded: 0, quote: 0 };

/** The rate of a line of a book, which the client has read. */
export function keyOf({ rate }: BookLineView): RateKey | undefined {
  const key = parseRate(rate, 'rate');
  return key.ok ? key.value : undefined;
}

/** Whether an order of a side takes a line at this rate. */
export const takes = (side: Side, limit: RateKey, line: RateKey): boolean =>
  side === 'buy' ? line <= limit : line >= limit;

/**
 * What an order of this side meets, of the other side's lines, best first: at most `amount` of the traded token, and nothing
 * worse than `limit` (any rate when undefined).
 */
export function reachOf(
  side: Side,
  lines: readonly BookLineView[],
  amount: bigint,
  limit: RateKey | undefined,
  decimals: MarketDecimals,
): Reach {
  let reach = NOTHING;
  for (const line of lines) {
    const key = keyOf(line);
    const left = amount - reach.traded;
    if (left <= 0n || key === undefined || (limit !== undefined && !takes(side, limit, key))) break;
    const traded = minAmount(left, BigInt(line.amount));
    const quote = reach.quote + atRate(side, traded, key, decimals);
    reach = { traded: reach.traded + traded, quote, lines: reach.lines + 1, worst: key };
  }
  return reach;
}

/** What so much of the traded token costs a buyer, rounded up, or gives a seller, rounded down. */
export function atRate(side: Side, traded: bigint, key: RateKey, decimals: MarketDecimals): bigint {
  const { numerator, denominator } = rateRatio(key, decimals);
  return (side === 'buy' ? divideUp : divideDown)(traded * numerator, denominator);
}

/**
 * The rate that a market order signs: beyond that of the worst line by at most `slackBps` 1/10 000, in five digits. It is never better than the
 * line's own, so that the line is met.
 * @example
 * formatRate(worstRate('buy', parseRate('200', 'rate').value, 50)) // → '201'
 */
export function worstRate(side: Side, line: RateKey, slackBps: number): RateKey {
  const { numerator, denominator } = rateRatio(line, PLAIN);
  const slack = side === 'buy' ? BPS + BigInt(slackBps) : BPS - BigInt(slackBps);
  // A buy is rounded down and a sell up: no more than the slack.
  return bookRate(side, denominator * BPS, numerator * slack, PLAIN) ?? line;
}

/** The average of what is met, in five digits, rounded against who takes; undefined when nothing is. */
export function averageRate(
  side: Side,
  { traded, quote }: Reach,
  decimals: MarketDecimals,
): RateKey | undefined {
  return bookRate(side === 'buy' ? 'sell' : 'buy', traded, quote, decimals);
}
