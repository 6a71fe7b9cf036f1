import { randomBytes } from 'node:crypto';
import type { Clock, Entropy } from './ports';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => Math.floor(performance.timeOrigin + performance.now()),
  run: Math.floor(performance.timeOrigin),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener('abort', end);
    }),
};

/** The machine's cryptographic randomness. */
export const systemEntropy: Entropy = { bytes: (length) => randomBytes(length) };
