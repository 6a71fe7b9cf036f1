import type { MemoryBrokerFaults, SeededRandom } from '@exchange/test/kit';

/** Longer than a client waits for an answer: what comes then must change nothing that it was told. */
const LATE_MS_MAX = 6_000;

/** Messages that take other ways: they overtake each other, come again much later, and some not at all. */
export function delayed(random: SeededRandom): MemoryBrokerFaults {
  const late = () => ({ delayMs: random.integer(1, LATE_MS_MAX) });
  const soon = () => ({ delayMs: random.integer(1, 1_000) });
  return {
    notice: () => (random.chance(0.3) ? soon() : random.chance(0.1) ? 'drop' : 'deliver'),
    request: () =>
      random.chance(0.1) ? soon() : random.chance(0.2) ? { ...late(), andNow: true } : 'deliver',
    reply: () => (random.chance(0.2) ? soon() : random.chance(0.1) ? 'drop' : 'deliver'),
  };
}
