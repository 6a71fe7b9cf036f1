import { booleanColumn, integerColumn, jsonColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** A command that was taken and whose answer is still to come; the columns up to `rid` are its origin. */
export interface AwaitedCommandRow {
  account: string;
  gateway: string;
  connection: number;
  command: number;
  rid: number | null;
  /** What it waits for, as awaited/awaited-commands has it. */
  awaits: unknown;
  told: boolean;
}

export const awaitedCommandTable: Table<AwaitedCommandRow> = new EntitySchema<AwaitedCommandRow>({
  name: 'awaitedCommand',
  tableName: 'awaited_command',
  columns: {
    account: { ...textColumn, primary: true },
    gateway: { ...textColumn, primary: true },
    connection: { ...integerColumn, primary: true },
    command: { ...integerColumn, primary: true },
    rid: { ...integerColumn, nullable: true },
    awaits: jsonColumn,
    told: booleanColumn,
  },
});
