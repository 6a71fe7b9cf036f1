import { integerColumn, jsonColumn, type Table, textColumn } from '@exchange/platform';
import { EntitySchema } from 'typeorm';
import type { RecordedInput } from '../inbox/recorded-input';

/** A market and its newest snapshot: the state after report `snapshotNumber`. */
export interface MarketRow {
  market: string;
  snapshotNumber: number;
  /** A DeskSnapshot as JSON text. */
  snapshot: string;
}

/**
 * What one turn did with one market: the inputs it took, in their order, the steps it ran, and the hash of the state
 * after them. The events are in the outbox, and follow from this.
 */
export interface ReportRow {
  market: string;
  /** Dense per market. */
  number: number;
  /** Unix ms of the turn. */
  at: number;
  inputs: readonly RecordedInput[];
  steps: number;
  stateHash: string;
}

export const marketTable: Table<MarketRow> = new EntitySchema<MarketRow>({
  name: 'market',
  tableName: 'market',
  columns: {
    market: { ...textColumn, primary: true },
    snapshotNumber: integerColumn,
    snapshot: textColumn,
  },
});

export const reportTable: Table<ReportRow> = new EntitySchema<ReportRow>({
  name: 'report',
  tableName: 'report',
  columns: {
    market: { ...textColumn, primary: true },
    number: { ...integerColumn, primary: true },
    at: integerColumn,
    inputs: jsonColumn,
    steps: integerColumn,
    stateHash: textColumn,
  },
});
