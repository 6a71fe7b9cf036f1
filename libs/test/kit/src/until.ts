import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** What is waited for takes a second or two on a quiet machine; on a busy one longer, which is no fault. */
const PATIENCE_MS = 90_000;

/**
 * Looks again and again until there is something (neither undefined nor false), and returns it. Throws, with the words of
 * the question, when it takes too long.
 */
export async function until<T>(look: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS / 1_000} s: ${String(look)}`);
    await delay(LOOK_EVERY_MS);
  }
}
