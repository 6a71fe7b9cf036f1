import { ExchangeError } from './exchange-error';
import type { ClientEvents } from './client-events';
import type { Listeners } from './listeners';

/**
 * Asks, and waits for what comes as an event: `pick` gives the awaited value out of an event, or undefined. Listening
 * begins before asking, since it can arrive with the answer. TIMEOUT says nothing about the outcome.
 */
export async function awaited<N extends keyof ClientEvents, T>(
  events: Listeners<ClientEvents>,
  name: N,
  pick: (event: ClientEvents[N]) => T | undefined,
  ask: () => Promise<unknown>,
  timeoutMs: number,
): Promise<T> {
  let arrived: ((value: T) => void) | undefined;
  const found = new Promise<T>((resolve) => {
    arrived = resolve;
  });
  const stop = events.on(name, (event) => {
    const value = pick(event);
    if (value !== undefined) arrived?.(value);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ExchangeError('TIMEOUT', `no ${name} of what was asked for within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    // A refusal ends the waiting; an answer that says nothing yet does not.
    await Promise.race([ask(), late]);
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
    stop();
  }
}
