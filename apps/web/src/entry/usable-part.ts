import {
  divideDown,
  type MarketDecimals,
  minAmount,
  type RateKey,
  rateRatio,
  type Side,
} from '@exchange/core/kernel';
import type { BookLineView } from '@exchange/core/wire';
import { keyOf, worstRate } from './reach';

const PERCENT = 100n;

/**
 * The most of the traded token that `percent` of what is usable is enough for, in smallest units: of a sell that part itself, of a
 * buy what it pays for at the rate. Never more than it is enough for.
 * @example
 * partOfUsable('buy', 100n, 50, parseRate('3', 'rate').value, { traded: 0, quote: 0 }) // → 16n
 */
export function partOfUsable(
  side: Side,
  usable: bigint,
  percent: number,
  rate: RateKey,
  decimals: MarketDecimals,
): bigint {
  const part = divideDown(usable * BigInt(percent), PERCENT);
  if (side === 'sell') return part;
  const { numerator, denominator } = rateRatio(rate, decimals);
  // What is paid is rounded up: so much of it is never more than the part.
  return divideDown(part * denominator, numerator);
}

/**
 * The same for a market order, whose rate follows from how far it reaches: what is paid for at the worst rate that so
 * much would sign. 0 when nobody sells.
 */
export function partOfUsableAtMarket(
  side: Side,
  usable: bigint,
  percent: number,
  { lines, slackBps }: { readonly lines: readonly BookLineView[]; readonly slackBps: number },
  decimals: MarketDecimals,
): bigint {
  const part = divideDown(usable * BigInt(percent), PERCENT);
  let offered = 0n;
  let most = 0n;
  for (const line of lines) {
    offered += BigInt(line.amount);
    const key = keyOf(line);
    if (key === undefined) break;
    const worst = worstRate(side, key, slackBps);
    const affordable = side === 'sell' ? part : partOfUsable('buy', part, 100, worst, decimals);
    // Where a better line gave more, this one is too expensive for more.
    if (affordable <= most) break;
    most = minAmount(offered, affordable);
    if (affordable <= offered) break;
  }
  return most;
}
