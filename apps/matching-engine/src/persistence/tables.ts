import {
  booleanColumn,
  bytesColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** An engine and the markets that it said are its own when it last started. */
export const engineTable = defineTable('engine', {
  engine: primary(textColumn),
  takesOthers: booleanColumn,
  markets: jsonColumn<readonly string[]>(),
  /** It has read everything that was in the broker when it started with these markets. */
  isSettled: booleanColumn,
});
export type EngineRow = RowOf<typeof engineTable>;

/** A market, and the engine that writes it. */
export const marketTable = defineTable('market', {
  market: primary(textColumn),
  engine: textColumn,
});

/**
 * What one turn did with one market: the inputs it took, in their order, the steps it ran, and the hash of the state
 * after them. The events are in the outbox, and follow from this.
 */
export const reportTable = defineTable(
  'report',
  {
    market: primary(textColumn),
    /** Dense per market. */
    number: primary(integerColumn),
    engine: textColumn,
    /** Counts up with the turns of the engine. */
    turn: integerColumn,
    /** Unix ms of the turn in its market: never before the last report's. */
    at: integerColumn,
    /** Recorded inputs, as their codec writes them. */
    inputs: jsonColumn<readonly unknown[]>(),
    steps: integerColumn,
    stateHash: textColumn,
    /** Of the rules by which the market is matched after it; null for the first, which had no number. */
    rulesVersion: nullable(integerColumn),
  },
  [{ name: 'report_turn', columns: ['engine', 'turn'] }],
);
export type ReportRow = RowOf<typeof reportTable>;

/** What is known of a snapshot: the state of a market after report `number`. */
export const snapshotTable = defineTable('snapshot', {
  market: primary(textColumn),
  number: primary(integerColumn),
  /** Of the format of its parts. */
  version: integerColumn,
  /** How many parts are written. */
  parts: integerColumn,
  /** Hash of the state. */
  stateHash: textColumn,
  /** SHA-256 over all of this and the parts, in hex; empty until it is complete. */
  checksum: textColumn,
  isComplete: booleanColumn,
});
export type SnapshotRow = RowOf<typeof snapshotTable>;

export const snapshotPartTable = defineTable('snapshot_part', {
  market: primary(textColumn),
  number: primary(integerColumn),
  part: primary(integerColumn),
  data: bytesColumn,
});
export type SnapshotPartRow = RowOf<typeof snapshotPartTable>;
