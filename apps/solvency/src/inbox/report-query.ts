import { solvencyQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from './solvency-turn';

/** What the newest check found, for everybody. */
export const answerReport = handle(solvencyQueries.reportQuery, {
  decide({ state: { report = null }, at }) {
    return ok(() => ({ report, ageMs: report === null ? 0 : Math.max(0, at - report.checkedAt) }));
  },
});
