/** The value below which `part` of the samples lie (nearest rank); NaN without samples. */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? Number.NaN;
}

/** A line of the result: the name, and three percentiles in ms. */
export function latencyLine(name: string, samples: readonly number[]): string {
  const shown = [0.5, 0.99, 0.999].map(
    (part) => `p${part * 100} ${percentile(samples, part).toFixed(2).padStart(7)} ms`,
  );
  return `${name.padEnd(40)} ${shown.join('   ')}   (${samples.length} samples)`;
}
