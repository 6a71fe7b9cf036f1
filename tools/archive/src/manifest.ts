import type { HistoryTable } from './history-tables';

/** One table of a month, as it was written. */
export interface WrittenTable {
  readonly rows: number;
  /** Of its lines, with their ends. */
  readonly sha256: string;
}

/** What is in a month's folder; the database keeps it, too, so that only these files bring the month back. */
export interface Manifest {
  readonly format: 1;
  readonly month: string;
  readonly tables: Readonly<Record<HistoryTable, WrittenTable>>;
}

export const FORMAT = 1;

/** Which of the tables differ, in words; empty when none does. */
export function differences(found: Manifest, expected: Manifest): string[] {
  if (found.month !== expected.month) return [`they are of ${found.month}, not of ${expected.month}`];
  return (Object.keys(expected.tables) as HistoryTable[]).flatMap((history) => {
    const [one, other] = [found.tables[history], expected.tables[history]];
    if (one.sha256 === other.sha256) return [];
    return [`${history} has ${one.rows} rows, expected are ${other.rows}, or others`];
  });
}
