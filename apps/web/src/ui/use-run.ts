import { useState } from 'react';

/** Something that a person sets going: at most once at a time, with what went wrong the last time. */
export interface RunOnce<P> {
  readonly isBusy: boolean;
  readonly problem: P | undefined;
  /** Does nothing while it is under way. */
  run(work: () => Promise<unknown>): void;
  /** Forgets what went wrong. */
  dismiss(): void;
}

/** @param tell what is told of an error */
export function useRun<P>(tell: (error: unknown) => P): RunOnce<P> {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<P>();
  return {
    ...{ isBusy, problem },
    dismiss: () => setProblem(undefined),
    run(work) {
      if (isBusy) return;
      setBusy(true);
      setProblem(undefined);
      work()
        .catch((error: unknown) => setProblem(() => tell(error)))
        .finally(() => setBusy(false));
    },
  };
}
