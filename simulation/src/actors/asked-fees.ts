import type { FeeRow } from '@exchange/core/kernel';

/** A schedule that an operator asked for: one tier for all, so that the auditor can tell every fee. */
export interface AskedFees {
  readonly rows: readonly [FeeRow];
  readonly startsAt: number;
}
