/** The tables of the matching_engine schema, and the migrations that make them. */
import { Record1764400000000 } from './migrations/001-record';
import { marketTable, reportTable } from './tables';

export const tables = [marketTable, reportTable];

export const migrations = [Record1764400000000];
