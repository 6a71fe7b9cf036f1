import { until as askUntil } from '../../tools/kit/until';

const EVERY_MS = 50;

/** Waits until the condition holds; throws, naming what was waited for, when it doesn't within `ms`. */
export async function until(
  what: string,
  ms: number,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const ask = async () => ((await condition()) ? true : undefined);
  const failure = () => `waited ${ms / 1000} s for ${what}`;
  await askUntil(ask, { everyMs: EVERY_MS, timeoutMs: ms, failure });
}
