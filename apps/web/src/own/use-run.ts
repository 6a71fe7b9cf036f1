import { useState } from 'react';
import { refusalOf, type ToldRefusal } from '../notices/refusal';

/** Something that is done once at a time, and why it was refused last. */
export interface OwnRun {
  readonly isBusy: boolean;
  readonly refusal: ToldRefusal | undefined;
  run(work: () => Promise<unknown>): void;
  dismiss(): void;
}

/** For what somebody sets going: whoever does it again while it is under way does nothing. */
export function useRun(): OwnRun {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ToldRefusal>();
  return {
    ...{ isBusy, refusal },
    dismiss: () => setRefusal(undefined),
    run(work) {
      if (isBusy) return;
      setBusy(true);
      setRefusal(undefined);
      work()
        .catch((error: unknown) => setRefusal(refusalOf(error)))
        .finally(() => setBusy(false));
    },
  };
}
