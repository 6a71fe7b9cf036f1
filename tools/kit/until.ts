import { setTimeout as delay } from 'node:timers/promises';

/** Asks until the answer isn't undefined; throws `failure()` when `timeoutMs` have passed. */
export async function until<T>(
  ask: () => Promise<T | undefined>,
  { everyMs, timeoutMs, failure }: { everyMs: number; timeoutMs: number; failure: () => string },
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() >= deadline) throw new Error(failure());
    await delay(everyMs);
  }
}
