import { feeRowProblems, feeRowText, ok, reject, type Result } from '@exchange/core/kernel';
import type { FeeVersion } from '@exchange/core/message';
import type { FeeSchedule } from './fee-schedule';
import type { FeeVersions } from './fee-versions';

/** Nothing is announced further ahead. */
const AHEAD_MS_MAX = 366 * 24 * 3_600_000;
/** What starts so soon is not replaced any more: some groups could have started it before they hear of that. */
const SETTLED_MS = 10_000;

/** What an announcement must keep to. */
export interface AnnouncementLimits {
  /** The most that fees may be, in 1/10 000: the lowest limit that holds or may come. */
  readonly maxFeeBps: number;
  /** How long before its start a schedule is announced at least. */
  readonly noticeSeconds: number;
}

/**
 * The next version of the fees, from what an operator wants to announce; INVALID_FIELD says all that is wrong with the rows, or
 * with the time. One that is announced already is replaced, unless it starts within seconds. Times in Unix ms.
 */
export function nextFees(
  fees: Pick<FeeVersions, 'current' | 'next' | 'nextNumber'>,
  { maxFeeBps, noticeSeconds }: AnnouncementLimits,
  { rows, startsAt }: Pick<FeeVersion, 'rows' | 'startsAt'>,
  at: number,
): Result<FeeVersion> {
  const problems = feeRowProblems(rows, maxFeeBps);
  if (problems.length > 0) return reject('INVALID_FIELD', `rows are wrong: ${problems.join('; ')}`);
  const [soonest, latest] = [at + noticeSeconds * 1_000, at + AHEAD_MS_MAX];
  if (startsAt < soonest || startsAt > latest) {
    return reject(
      'INVALID_FIELD',
      `startsAt must be from ${soonest} to ${latest} (Unix ms), not ${startsAt}`,
    );
  }
  const { current, next, nextNumber: version } = fees;
  if (next !== undefined && next.startsAt < at + Math.min(SETTLED_MS, noticeSeconds * 1_000)) {
    return reject(
      'INVALID_FIELD',
      `fees ${next.version} start at ${next.startsAt}, too soon to replace them: announce others once they have started`,
    );
  }
  if (next === undefined && haveSameRows(rows, current.rows)) {
    return reject('INVALID_FIELD', `these are fees ${current.version}, which are in force`);
  }
  return ok({ version, rows, announcedAt: at, startsAt });
}

const haveSameRows = (rows: FeeSchedule, others: FeeSchedule): boolean =>
  rows.map(feeRowText).join() === others.map(feeRowText).join();
