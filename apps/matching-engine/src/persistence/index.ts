/** The tables of the matching_engine schema, and the migrations that make them. */
import { Record1764400000000 } from './migrations/001-record';
import { RulesVersion1764400000001 } from './migrations/002-rules-version';
import { engineTable, marketTable, reportTable, snapshotPartTable, snapshotTable } from './tables';

export const tables = [engineTable, marketTable, reportTable, snapshotTable, snapshotPartTable];

export const migrations = [Record1764400000000, RulesVersion1764400000001];
