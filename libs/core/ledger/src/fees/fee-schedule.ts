import { assert, type FeeRow, wholeTokens } from '@exchange/core/kernel';
import type { FeeTierView } from '@exchange/core/message';

/** Rows that rise by volume and start at 0 (parseFeeRows). */
export type FeeSchedule = readonly FeeRow[];

const ETHER = 10n ** 18n;
const ETHER_DECIMALS = 18;

/** docs: ledger, a trade. */
export const DEFAULT_FEE_SCHEDULE: FeeSchedule = [
  { volume: 0n, makerPpm: 0, takerPpm: 2500 },
  { volume: 100n * ETHER, makerPpm: -200, takerPpm: 2000 },
  { volume: 1000n * ETHER, makerPpm: -500, takerPpm: 1500 },
];

/**
 * The last row whose volume is reached; rows rise by volume and the first starts at 0.
 * @example
 * tierOf(DEFAULT_FEE_SCHEDULE, 100n * 10n ** 18n).takerPpm // → 2000
 */
export function tierOf(schedule: FeeSchedule, volume: bigint): FeeRow {
  const tier = schedule.findLast((row) => row.volume <= volume);
  assert(tier !== undefined, 'the fee schedule must start at volume 0');
  return tier;
}

/** An account's fee tier as it is shown (seed: Fee tier): volume in whole ETH, rates in parts per million. */
export function feeTierView(schedule: FeeSchedule, volume: bigint): FeeTierView {
  const { makerPpm, takerPpm } = tierOf(schedule, volume);
  return { volume: wholeTokens(volume, ETHER_DECIMALS), makerPpm, takerPpm };
}
