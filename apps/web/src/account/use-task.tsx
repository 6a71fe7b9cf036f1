import { useState } from 'react';
import { type WalletProblemKind, walletProblem } from '../wallet/wallet-problem';
import { waysText } from '../text/ways';

/** Something that a person set going: at most once at a time, with what went wrong the last time. */
export interface Task {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  run(work: () => Promise<unknown>): void;
}

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    ...{ isBusy, problem },
    run(work) {
      if (isBusy) return;
      setBusy(true);
      setProblem(undefined);
      work()
        .catch((error: unknown) => setProblem(problemText(error)))
        .finally(() => setBusy(false));
    },
  };
}

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
