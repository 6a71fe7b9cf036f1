import { type WalletProblemKind, walletProblem } from '../wallet/wallet-problem';
import { waysText } from '../text/ways';
import { type RunOnce, useRun } from '../ui/use-run';

/** What a wallet may be asked for, with what went wrong in words. */
export type Task = RunOnce<string>;

export const useTask = (): Task => useRun(problemText);

/** What went wrong, and what to do. */
export function problemText(error: unknown): string {
  const kind: WalletProblemKind = walletProblem(error);
  if (kind !== 'failed') return waysText.problem[kind];
  return `${waysText.problem.failed}: ${error instanceof Error ? error.message : messageIn(error)}`;
}

/** Wallets throw objects that are no errors. */
const messageIn = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/** What went wrong, where it is heard at once. */
export function Problem({ task }: { task: Task }) {
  return task.problem === undefined ? null : (
    <p className="problem" role="alert">
      {task.problem}
    </p>
  );
}
