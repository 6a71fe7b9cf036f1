import { type RowChange, type StoredRow, tableShape, type TurnCommit } from '@exchange/platform';
import type { AccountLayout } from '../services/account-processes';
import type { Fault } from '../faults/fault-plan';
import type { Rebuild } from '../world';

/** A bug put in on purpose, and the words in which the auditor must find it. */
export interface InjectedBug {
  readonly name: string;
  /** A fresh copy, since some bugs happen once. */
  readonly rebuild: () => Rebuild;
  /** Faults without which it makes no difference. */
  readonly faults?: readonly Fault[];
  /** How accounts are shared; one process has all if nothing is said. */
  readonly layout?: AccountLayout;
  readonly finding: RegExp;
  /** The seed that showed it when somebody last looked; it is tried first, others after it. */
  readonly shownBy: number;
}

/** Changes the rows that go to one table. */
export const inTable =
  (table: string, change: (rows: readonly StoredRow[]) => readonly StoredRow[]) =>
  (turn: TurnCommit): TurnCommit => ({
    ...turn,
    changes: turn.changes.map((rowChange): RowChange => {
      if (tableShape(rowChange.table).name !== table || rowChange.upsert === undefined) return rowChange;
      return { ...rowChange, upsert: change(rowChange.upsert as readonly StoredRow[]) };
    }),
  });
