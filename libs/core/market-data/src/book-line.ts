import type { RateKey, Side } from '@exchange/core/kernel';

/**
 * A line of an order book: how much stands at a rate, in smallest units of the traded token, and in how many orders.
 * As an update, amount 0 and count 0 mean that the line is gone (seed: Order book line).
 */
export interface BookLine {
  readonly side: Side;
  readonly rateKey: RateKey;
  readonly amount: bigint;
  readonly count: number;
}

export const goneLine = (side: Side, rateKey: RateKey): BookLine => ({ side, rateKey, amount: 0n, count: 0 });

/** Both sides as clients get them: buys with the highest rate first, then sells with the lowest first. */
export const bothSides = (lines: (side: Side) => readonly BookLine[]): readonly BookLine[] => [
  ...lines('buy'),
  ...lines('sell'),
];
