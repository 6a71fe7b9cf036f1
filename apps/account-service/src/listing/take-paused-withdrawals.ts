import type { LedgerTurn } from '../ledger-turn';
import { withdrawalPauseTable } from '../persistence/tables/solvency-tables';
import { BY_OPERATOR, pauseNames, type PausedWithdrawals } from './paused-withdrawals';

/** Takes what is paused from now on, and stores it as this group's. */
export function takePausedWithdrawals(
  { book, output: { rows } }: LedgerTurn,
  paused: PausedWithdrawals,
): void {
  const [before, after] = [pauseNames(book.pausedWithdrawals), pauseNames(paused)];
  book.pausedWithdrawals = paused;
  for (const name of before) {
    const key = book.group.key(name);
    if (!after.includes(name)) rows.drop(withdrawalPauseTable, key, { name: key });
  }
  for (const name of after) {
    const key = book.group.key(name);
    if (!before.includes(name)) rows.put(withdrawalPauseTable, key, { name: key, reason: BY_OPERATOR });
  }
}
