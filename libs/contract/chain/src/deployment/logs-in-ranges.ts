/** The blocks from `first` to `last`, both included. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
}

/**
 * All logs of a range, in their order. Public nodes answer only so many blocks or logs at once: a range that a node refuses is
 * asked for in two halves, and the next ones begin as small. Rejects when not even one block is answered.
 */
export async function logsInRanges<Log>(
  range: BlockRange,
  ask: (range: BlockRange) => Promise<readonly Log[]>,
): Promise<Log[]> {
  const found: Log[] = [];
  let width = range.last - range.first + 1;
  let first = range.first;
  while (first <= range.last) {
    const last = Math.min(first + width - 1, range.last);
    try {
      found.push(...(await ask({ first, last })));
      first = last + 1;
    } catch (error) {
      if (first === last) throw error;
      width = Math.ceil((last - first + 1) / 2);
    }
  }
  return found;
}
