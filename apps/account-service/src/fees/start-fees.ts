import { feeRowText } from '@exchange/core/kernel';
import { type FeeSchedule, FIRST_FEES } from '@exchange/core/ledger';
import { feeRows, type FeeVersion } from '@exchange/core/message';
import type { LedgerTurn } from '../ledger-turn';
import type { RowCollector } from '../outbox/row-collector';
import { feeStartTable, feeVersionTable } from '../persistence/tables/fee-tables';

/**
 * Puts an announced schedule in force once its time has come, for all accounts of the group, and records from which order of each
 * partition on it holds: what this turn and later ones accept has its rates (docs: ledger, fee tiers).
 */
export function startFees(turn: LedgerTurn): void {
  const { book, output, at } = turn;
  storeFirst(turn);
  const started = book.fees.startDue(at);
  const { version } = book.fees.current;
  for (const partition of book.group.partitions) {
    if (book.feeStarts.get(partition) === version) continue;
    book.feeStarts.set(partition, version);
    const ordersBefore = book.ledgers[partition]?.ids.orders ?? 0;
    output.rows.put(feeStartTable, `${partition}:${version}`, { partition, version, at, ordersBefore });
  }
  if (started === undefined) return;
  const rates = started.rows.map(feeRowText).join(',');
  output.note({ version, rates, group: book.group.name }, 'another schedule of fees is in force');
  output.listing();
}

/** The configured schedule goes on record once; from then on the record counts. */
function storeFirst({ book, output, rules }: LedgerTurn): void {
  if (!book.group.isHome) return;
  const { areFeesStored, fees } = book;
  const { feeSchedule } = rules.policy;
  if (!areFeesStored) {
    storeFees(output.rows, fees.current);
    book.areFeesStored = true;
    if (book.listing.marketIds().length > 0) output.listing();
  } else if (!book.isFirstCompared && textOf(fees.rowsOf(FIRST_FEES) ?? []) !== textOf(feeSchedule)) {
    output.warn(
      { recorded: textOf(fees.rowsOf(FIRST_FEES) ?? []), configured: textOf(feeSchedule) },
      'FEE_SCHEDULE is another than the first schedule on record, which counts: announce fees to change them',
    );
  }
  book.isFirstCompared = true;
}

const textOf = (rows: FeeSchedule): string => rows.map(feeRowText).join(',');

/** Stores a schedule; `replaced`: before it started. */
export function storeFees(rows: RowCollector, version: FeeVersion, replaced = false): void {
  const stored = { ...version, rows: feeRows.write(version.rows), replaced };
  rows.put(feeVersionTable, String(version.version), stored);
}
