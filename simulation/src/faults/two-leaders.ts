import type { SeededRandom, MemoryBroker } from '@exchange/test/kit';
import { check } from '../audit/finding';
import type { FrozenProcess } from '../services/service-process';

/** What a run does for the fault. */
interface TwoLeaders {
  readonly name: string;
  readonly broker: MemoryBroker;
  readonly random: SeededRandom;
  freeze(): Promise<FrozenProcess>;
  startSuccessor(): Promise<void>;
  /** People do things for a while. */
  act(): Promise<void>;
}

/**
 * A process freezes, a successor takes its place, and the first goes on as if nothing had been. Whatever it has in hand,
 * it must not write: what it could say then is what it has committed before.
 */
export async function twoLeaders(run: TwoLeaders): Promise<void> {
  const { name, broker, random } = run;
  const frozen = await run.freeze();
  // Whoever asks reaches the one or the other.
  broker.faults = { owner: (owners) => random.integer(0, owners - 1) };
  await run.startSuccessor();
  await run.act();
  const { end, commits } = await frozen.thaw();
  broker.faults = {};
  check(commits === 0, () => `${name} wrote beside its successor, and ended with ${String(end)}`);
}
