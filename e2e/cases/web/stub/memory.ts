import type { CDPSession } from 'playwright-core';

/** What a page holds after everything that can be freed is: bytes of its heap, and nodes of its documents. */
export interface HeldMemory {
  readonly heap: number;
  readonly nodes: number;
}

export async function heldMemory(debuggers: CDPSession): Promise<HeldMemory> {
  // What one collection lets go may be what holds another thing.
  for (let times = 0; times < 3; times += 1) await debuggers.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debuggers.send('Runtime.getHeapUsage');
  const { nodes } = await debuggers.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes };
}

interface Allocated {
  readonly selfSize: number;
  readonly children: readonly Allocated[];
}

const SAMPLED_BYTES = 4_096;

/** Bytes that the page allocates while something happens, sampled: also what is freed meanwhile. */
export async function allocatedDuring(debuggers: CDPSession, during: () => Promise<void>): Promise<number> {
  await debuggers.send('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await during();
  const { profile } = await debuggers.send('HeapProfiler.stopSampling');
  const sum = ({ selfSize, children }: Allocated): number =>
    children.reduce((all, child) => all + sum(child), selfSize);
  return sum(profile.head);
}
