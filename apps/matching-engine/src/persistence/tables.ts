import {
  booleanColumn,
  bytesColumn,
  integerColumn,
  jsonColumn,
  type Table,
  textColumn,
} from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** An engine and the markets that it said are its own when it last started. */
export interface EngineRow {
  engine: string;
  takesOthers: boolean;
  markets: readonly string[];
  /** It has read everything that was in the broker when it started with these markets. */
  isSettled: boolean;
}

/** A market, and the engine that writes it. */
interface MarketRow {
  market: string;
  engine: string;
}

/**
 * What one turn did with one market: the inputs it took, in their order, the steps it ran, and the hash of the state
 * after them. The events are in the outbox, and follow from this.
 */
export interface ReportRow {
  market: string;
  /** Dense per market. */
  number: number;
  engine: string;
  /** Counts up with the turns of the engine. */
  turn: number;
  /** Unix ms of the turn. */
  at: number;
  /** Recorded inputs, as their codec writes them. */
  inputs: readonly unknown[];
  steps: number;
  stateHash: string;
}

/** What is known of a snapshot: the state of a market after report `number`. */
export interface SnapshotRow {
  market: string;
  number: number;
  /** Of the format of its parts. */
  version: number;
  /** How many parts are written. */
  parts: number;
  /** Hash of the state. */
  stateHash: string;
  /** SHA-256 over all of this and the parts, in hex; empty until it is complete. */
  checksum: string;
  isComplete: boolean;
}

export interface SnapshotPartRow {
  market: string;
  number: number;
  part: number;
  data: Uint8Array;
}

export const engineTable: Table<EngineRow> = new EntitySchema<EngineRow>({
  name: 'engine',
  tableName: 'engine',
  columns: {
    engine: { ...textColumn, primary: true },
    takesOthers: booleanColumn,
    markets: jsonColumn,
    isSettled: booleanColumn,
  },
});

export const marketTable: Table<MarketRow> = new EntitySchema<MarketRow>({
  name: 'market',
  tableName: 'market',
  columns: { market: { ...textColumn, primary: true }, engine: textColumn },
});

export const reportTable: Table<ReportRow> = new EntitySchema<ReportRow>({
  name: 'report',
  tableName: 'report',
  columns: {
    market: { ...textColumn, primary: true },
    number: { ...integerColumn, primary: true },
    engine: textColumn,
    turn: integerColumn,
    at: integerColumn,
    inputs: jsonColumn,
    steps: integerColumn,
    stateHash: textColumn,
  },
  indices: [{ name: 'report_turn', columns: ['engine', 'turn'] }],
});

export const snapshotTable: Table<SnapshotRow> = new EntitySchema<SnapshotRow>({
  name: 'snapshot',
  tableName: 'snapshot',
  columns: {
    market: { ...textColumn, primary: true },
    number: { ...integerColumn, primary: true },
    version: integerColumn,
    parts: integerColumn,
    stateHash: textColumn,
    checksum: textColumn,
    isComplete: booleanColumn,
  },
});

export const snapshotPartTable: Table<SnapshotPartRow> = new EntitySchema<SnapshotPartRow>({
  name: 'snapshotPart',
  tableName: 'snapshot_part',
  columns: {
    market: { ...textColumn, primary: true },
    number: { ...integerColumn, primary: true },
    part: { ...integerColumn, primary: true },
    data: bytesColumn,
  },
});
