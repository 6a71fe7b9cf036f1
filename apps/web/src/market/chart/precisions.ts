import type { BarPrecision } from '@exchange/core/wire';

/** Every precision of bars, what the chart feed calls it, and its seconds. */
export const PRECISIONS = [
  { name: '1m', resolution: '1', seconds: 60 },
  { name: '5m', resolution: '5', seconds: 300 },
  { name: '15m', resolution: '15', seconds: 900 },
  { name: '30m', resolution: '30', seconds: 1_800 },
  { name: '1h', resolution: '60', seconds: 3_600 },
  { name: '3h', resolution: '180', seconds: 10_800 },
  { name: '6h', resolution: '360', seconds: 21_600 },
  { name: '12h', resolution: '720', seconds: 43_200 },
  { name: '1d', resolution: '1D', seconds: 86_400 },
  { name: '1w', resolution: '1W', seconds: 604_800 },
] as const satisfies readonly {
  readonly name: BarPrecision;
  readonly resolution: string;
  readonly seconds: number;
}[];

export type ShownPrecision = (typeof PRECISIONS)[number];

/** Until a person chooses another. */
export const FIRST_PRECISION: ShownPrecision = PRECISIONS[2];
