import type { Side } from '@exchange/core/kernel';
import type { BookRows } from '../book/book-rows';

/** A corner of the curve: from this rate on, away from the middle, so much is offered. Both for pixels, not for money. */
export interface DepthPoint {
  readonly rate: number;
  readonly total: number;
}

/** What is offered on both sides up to each rate, and which part of it is drawn. */
export interface DepthCurve {
  readonly sides: Readonly<Record<Side, readonly DepthPoint[]>>;
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** Beyond this a far line would press all others into one. */
const SPAN_SHARE_MAX = 0.5;

/** The curve of a book; `unit` is one traded token in smallest units. Undefined unless both sides have lines. */
export function depthCurve(rows: BookRows, unit: bigint): DepthCurve | undefined {
  const sides = { buy: pointsOf(rows, 'buy', unit), sell: pointsOf(rows, 'sell', unit) };
  const [bid, ask] = [sides.buy[0], sides.sell[0]];
  const [lowest, highest] = [sides.buy.at(-1), sides.sell.at(-1)];
  if (bid === undefined || ask === undefined || lowest === undefined || highest === undefined)
    return undefined;
  const middle = (bid.rate + ask.rate) / 2;
  // The same distance on both sides, so that it can be seen which one is thicker.
  const reach = Math.max(middle - lowest.rate, highest.rate - middle);
  const span = Math.min(reach, middle * SPAN_SHARE_MAX);
  const [from, to] = [middle - span, middle + span];
  const most = Math.max(lastWithin(sides.buy, from, to), lastWithin(sides.sell, from, to));
  return { sides, from, to, most };
}

/** How much is offered up to a rate, and on which side; undefined between the best ones. */
export function depthAt({ sides }: DepthCurve, rate: number): { side: Side; total: number } | undefined {
  const [bid, ask] = [sides.buy[0], sides.sell[0]];
  if (bid !== undefined && rate <= bid.rate)
    return { side: 'buy', total: sides.buy.findLast((point) => point.rate >= rate)?.total ?? 0 };
  if (ask !== undefined && rate >= ask.rate)
    return { side: 'sell', total: sides.sell.findLast((point) => point.rate <= rate)?.total ?? 0 };
  return undefined;
}

const PARTS = 1_000_000n;

const pointsOf = (rows: BookRows, side: Side, unit: bigint): DepthPoint[] =>
  rows[side].map(({ rate, cumulated }) => ({
    rate: Number(rate),
    total: Number((cumulated * PARTS) / unit) / Number(PARTS),
  }));

const lastWithin = (points: readonly DepthPoint[], from: number, to: number): number =>
  points.findLast(({ rate }) => rate >= from && rate <= to)?.total ?? 0;
