/** The blocks from `first` to `last`, both included. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
}

export interface RangeLimits {
  /** So many blocks are asked for at once, at most; all if not given. */
  readonly most?: number;
  /** Whether an error says that the range was too large; any may, if not given. */
  readonly isTooMuch?: (error: unknown) => boolean;
}

/**
 * All logs of a range, in their order. Public nodes answer only so many blocks or logs at once: a range that a node refuses is
 * asked for in two halves, and the next ones begin as small. Rejects when not even one block is answered, or with an error
 * that a smaller range would not mend.
 */
export async function logsInRanges<Log>(
  range: BlockRange,
  ask: (range: BlockRange) => Promise<readonly Log[]>,
  { most = Infinity, isTooMuch = () => true }: RangeLimits = {},
): Promise<Log[]> {
  const found: Log[] = [];
  let width = Math.min(range.last - range.first + 1, most);
  let first = range.first;
  while (first <= range.last) {
    const last = Math.min(first + width - 1, range.last);
    try {
      found.push(...(await ask({ first, last })));
      first = last + 1;
    } catch (error) {
      if (first === last || !isTooMuch(error)) throw error;
      width = Math.ceil((last - first + 1) / 2);
    }
  }
  return found;
}
