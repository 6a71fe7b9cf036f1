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

/**
 * The map of markets, entry by entry: which engine is to have a market, since which of the operator's orders. 0: since the map
 * began, by the configuration. Of each market the newest counts; the market `*` stands for all that have none.
 */
export const marketMapTable = defineTable('market_map', {
  seq: primary(integerColumn),
  market: primary(textColumn),
  engine: textColumn,
});
export type MapEntry = RowOf<typeof marketMapTable>;

/** Processes that were told to take no engine until they are told otherwise. */
export const drainedProcessTable = defineTable('drained_process', {
  engine: primary(textColumn),
  process: primary(textColumn),
});

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
