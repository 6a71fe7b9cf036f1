import { ExchangeError } from './exchange-error';
import type { ClientEvents } from './client-events';
import type { Listeners } from './listeners';

/**
 * Asks for something that may take long, and waits until it comes: `pick` gives it out of an event, or undefined. It
 * comes as the answer, or on a later connection by itself. Asks again after a lost connection, which must be harmless.
 * TIMEOUT says nothing about the outcome.
 */
export async function awaited<N extends keyof ClientEvents, T>(
  events: Listeners<ClientEvents>,
  name: N,
  pick: (event: ClientEvents[N]) => T | undefined,
  ask: () => Promise<unknown>,
  timeoutMs: number,
): Promise<T> {
  const stops: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(new ExchangeError('TIMEOUT', `no ${name} of what was asked for within ${timeoutMs} ms`));
      }, timeoutMs);
      const askNow = () => {
        ask().catch((error: unknown) => {
          const isLost = error instanceof ExchangeError && error.code === 'CONNECTION_LOST';
          if (!isLost) reject(error);
        });
      };
      stops.push(
        events.on(name, (event) => {
          const value = pick(event);
          if (value !== undefined) resolve(value);
        }),
        events.on('connected', askNow),
      );
      askNow();
    });
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop();
  }
}
