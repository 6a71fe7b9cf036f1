import type { Clock } from './ports';
import { isFatal } from './turn/retry';

/** What follows a run: the usual pause, another one (ms; 0 is at once), or no more runs. */
type Next = number | 'done' | undefined;
type Work = (() => Next | Promise<Next>) | (() => void | Promise<void>);

export interface RepeatOptions {
  /** From the end of a run to the start of the next one. */
  readonly everyMs: number;
  readonly clock: Clock;
  /** Ends the pause, and with it the repetition; a run that has begun is finished. */
  readonly signal: AbortSignal;
  /** The first run comes after a pause too. */
  readonly pauseFirst?: boolean;
  /** Is told what a run failed with, and may say what follows; without it an error ends the repetition. */
  readonly failed?: ((error: unknown) => Next) | ((error: unknown) => void);
}

/**
 * Runs `work` again and again, one run at a time, until `signal` is aborted or a run is the last one. Rejects with an
 * error that no retry can help, with any error when nobody is told of it, and with what `failed` throws.
 */
export async function repeat(work: Work, options: RepeatOptions): Promise<void> {
  const { everyMs, clock, signal, pauseFirst = false } = options;
  if (pauseFirst) await clock.sleep(everyMs, signal);
  while (!signal.aborted) {
    const next = await run(work, options);
    if (next === 'done') return;
    const pauseMs = next ?? everyMs;
    if (pauseMs > 0) await clock.sleep(pauseMs, signal);
  }
}

/** Resolves when the condition holds, or when `signal` is aborted. */
export const until = (
  condition: () => boolean,
  options: Pick<RepeatOptions, 'everyMs' | 'clock' | 'signal'>,
): Promise<void> => repeat(() => (condition() ? 'done' : undefined), options);

async function run(work: Work, { failed }: RepeatOptions) {
  try {
    return await work();
  } catch (error) {
    if (isFatal(error) || failed === undefined) throw error;
    return failed(error);
  }
}
