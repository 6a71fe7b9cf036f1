import type { RateKey } from '@exchange/core/kernel';

/** What statistics need of a trade. `time`: Unix ms, never before an earlier trade's; amounts in smallest units. */
export interface MarketTrade {
  readonly time: number;
  readonly rateKey: RateKey;
  readonly traded: bigint;
  readonly quote: bigint;
}
