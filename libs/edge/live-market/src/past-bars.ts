import { dataQueries } from '@exchange/contract/bus';
import type { Result } from '@exchange/core/kernel';
import type { BarView } from '@exchange/core/message';
import { BARS_MAX, type BarPrecision } from '@exchange/core/wire';
import type { OwnerQueries } from './owner-queries';

export interface BarsPage {
  readonly market: string;
  readonly precision: BarPrecision;
  /** When the bars open, Unix ms, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** At most 2000 bars, newest first; `last` when none is older. UNAVAILABLE or UNKNOWN_OUTCOME when no answer comes in time. */
export function pastBars(
  owners: OwnerQueries,
  { market, precision, fromMs, toMs }: BarsPage,
): Promise<Result<{ readonly bars: readonly BarView[]; readonly last: boolean }>> {
  const range = { from: fromMs, to: toMs, limit: BARS_MAX };
  return owners.ask(dataQueries.barsQuery, { market, precision, ...range });
}
