import { assert } from '@exchange/core/kernel';
import type { Find, Table } from '../ports';
import { integerColumn, type Column } from './columns';
import { type TableShape, tableShape } from './table-shape';

/**
 * How the rows of a table lie in Postgres when that isn't column by column: narrower, several in one, or in partitions.
 * Services, tests and the simulation know only the table's own rows.
 */
export interface StoredForm<R extends object, S extends object> {
  /** The table in Postgres; what is searched for has the same name in both. */
  readonly table: Table<S>;
  /** In the order given; several rows may become one. */
  store(rows: readonly R[]): readonly S[];
  /** Left out where nothing reads the rows. */
  read?(stored: S): R;
  /** What a search means in the table in Postgres; as it is, by default. */
  where?(where: NonNullable<Find<R>['where']>): NonNullable<Find<S>['where']>;
}

type AnyForm = StoredForm<object, object>;
const forms = new WeakMap<object, AnyForm>();

/** Stores the rows of `table` in another form. */
export function storeAs<R extends object, S extends object>(table: Table<R>, form: StoredForm<R, S>): void {
  forms.set(table, form as unknown as AnyForm);
}

export const storedForm = (table: object): AnyForm | undefined => forms.get(table);

/**
 * Which partition a row of a history is in: 0 while it can still change, then the month (Unix months) of the time by
 * which it is found. Part of the key, since each partition has an index of its own.
 */
export const periodColumn: Column<number> = { ...integerColumn, type: 'integer', primary: true };
export const OPEN_PERIOD = 0;

/** Months since 1970 of a time (Unix ms, UTC), and at least 1. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return Math.max((date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth(), 1);
}

/** The keys under which these rows were while they could change, for those that no longer can. */
export function leftKeys(shape: TableShape, rows: readonly object[]): object[] {
  const period = shape.primary.find(({ name }) => name === 'period');
  if (period === undefined) return [];
  const others = shape.primary.filter((column) => column !== period).map(({ property }) => property);
  const ended = (rows as Readonly<Record<string, unknown>>[]).filter((row) => row['period'] !== OPEN_PERIOD);
  const keyOf = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(others.map((property) => [property, row[property]]));
  return ended.map((row) => ({ ...keyOf(row), period: OPEN_PERIOD }));
}

/** The shape of the table in Postgres. */
export function storedShape<R extends object>(table: Table<R>): TableShape {
  const form = storedForm(table);
  const shape = tableShape(form?.table ?? (table as unknown as Table<object>));
  assert(shape.primary.length > 0, `table ${shape.name} has no primary key`);
  return shape;
}
