import { FEE_ROWS_MAX } from '@exchange/core/kernel';
import { integer, listOf, object, optional, uint, uint256, type ValueOf } from '../codec';

/** A row of a schedule: from this trailing 30-day volume on (wei), these rates, in parts per million of what is bought. */
export const feeRow = object({
  volume: uint256,
  /** Negative: a rebate. */
  makerPpm: integer,
  takerPpm: uint,
});

/** The rows of a schedule, which rise by volume from 0 on. */
export const feeRows = listOf(feeRow, FEE_ROWS_MAX);

/** A schedule of fees by the number that is never another's. The first, 1, is the configured one. Times in Unix ms. */
export const feeVersion = object({ version: uint, rows: feeRows, announcedAt: uint, startsAt: uint });
export type FeeVersion = ValueOf<typeof feeVersion>;

/** The schedule in force, and the one that is announced. */
export const listedFees = object({ current: feeVersion, next: optional(feeVersion) });
export type ListedFees = ValueOf<typeof listedFees>;
