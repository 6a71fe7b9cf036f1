/** Something that is done again and again, and who does it. */
export interface Contestant {
  readonly name: string;
  /** Does it for the item of that index. */
  readonly run: (index: number) => unknown;
}

/** Times a second at which each does it: the median of rounds, in which they take turns. */
export async function inTurns(
  contestants: readonly Contestant[],
  items: number,
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const measured = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of contestants) {
      const perSecond = await timed(run, items);
      if (round > 0) measured.get(name)?.push(perSecond);
    }
  }
  return new Map([...measured].map(([name, values]) => [name, median(values)]));
}

async function timed(run: Contestant['run'], items: number): Promise<number> {
  const began = performance.now();
  for (let index = 0; index < items; index += 1) {
    const done = run(index);
    if (done instanceof Promise) await done;
  }
  return (items * 1_000) / (performance.now() - began);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
