import { until } from '../../../kit/until';
import type { FaultWorld } from './world';

const READY_MS_MAX = 60_000;
const EVERY_MS = 100;

async function isReady(health: string): Promise<boolean> {
  try {
    return (await fetch(health, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Nobody listens, or nobody answers.
    return false;
  }
}

/** Waits until the launcher's next process of that name, after the one of that pid, says that it is ready. */
export async function untilReady(world: FaultWorld, name: string, before = 0): Promise<void> {
  const { health = '' } = world.exchange.endpoints.processes.find((one) => one.name === name) ?? {};
  const ask = async () => {
    const now = world.process(name);
    return now !== undefined && now.pid !== before && (await isReady(health)) ? true : undefined;
  };
  const failure = () => `${name} isn't ready ${READY_MS_MAX / 1000} s after it was ended`;
  await until(ask, { everyMs: EVERY_MS, timeoutMs: READY_MS_MAX, failure });
}

/** Waits until every service says that it is ready. */
export async function untilAllReady(world: FaultWorld): Promise<void> {
  for (const { name } of world.exchange.endpoints.processes) await untilReady(world, name);
}
