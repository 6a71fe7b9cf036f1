/** The tables of the matching_engine schema, and the migrations that make them. */
import { operatorHeadTable } from '@exchange/platform';
import { Record1764400000000 } from './migrations/001-record';
import { RulesVersion1764400000001 } from './migrations/002-rules-version';
import { MapOfMarkets1764400000002 } from './migrations/003-map-of-markets';
import {
  drainedProcessTable,
  marketMapTable,
  marketTable,
  reportTable,
  snapshotPartTable,
  snapshotTable,
} from './tables';

export const tables = [
  ...[marketMapTable, drainedProcessTable, operatorHeadTable, marketTable, reportTable],
  ...[snapshotTable, snapshotPartTable],
];

export const migrations = [Record1764400000000, RulesVersion1764400000001, MapOfMarkets1764400000002];
