import { assert, DefectError } from '@exchange/core/kernel';
import { FIRST_RULES_VERSION } from '@exchange/core/matching';
import { recordedInput } from '@exchange/core/message';
import type { Database, Log } from '@exchange/platform';
import { MarketProcessor } from '../markets/market-processor';
import { readSnapshot, UnreadableSnapshotError } from '../snapshots/read-snapshot';
import { type ReportRow, reportTable, type SnapshotRow, snapshotTable } from './tables';

const REPORTS_PER_READ = 500;

/** A market processor and how far its record goes. */
export interface RecoveredProcessor {
  readonly processor: MarketProcessor;
  /** The report after which the snapshot is that it began with; 0 when it began with nothing. */
  readonly snapshotNumber: number;
  reportNumber: number;
  /** The latest time that a report was of, Unix ms; the next one is not before it. */
  toldAt: number;
}

/**
 * A market as it was after its last report: its newest snapshot that can be read, and the reports since then done
 * again. A report that now has another result is a defect: the record and the program disagree, and nothing may go on
 * from that.
 */
export async function recoverProcessor(
  database: Database,
  market: string,
  log: Log,
): Promise<RecoveredProcessor> {
  const recovered = await newestProcessor(database, market, log);
  const isWhole = await redoSince(database, market, recovered);
  assert(isWhole, `report ${recovered.reportNumber + 1} of ${market} is missing`);
  return recovered;
}

/** Does again what was reported of a market since; false when what comes next is not kept any more, and nothing is done. */
export async function redoSince(
  database: Database,
  market: string,
  recovered: RecoveredProcessor,
): Promise<boolean> {
  for (;;) {
    const reports = await database.find(reportTable, {
      where: { market, number: { gt: recovered.reportNumber } },
      order: [['number', 'asc']],
      limit: REPORTS_PER_READ,
    });
    if (reports[0] !== undefined && reports[0].number !== recovered.reportNumber + 1) return false;
    for (const report of reports) redo(recovered, report);
    if (reports.length < REPORTS_PER_READ) return true;
  }
}

/** Does the next report of a market processor again; it must come to the same. */
export function redo(recovered: RecoveredProcessor, report: ReportRow): void {
  const { processor, reportNumber } = recovered;
  const { market, number, at, inputs, steps, stateHash } = report;
  // An older program, which may still run beside this one, leaves it out.
  const version = report.rulesVersion ?? FIRST_RULES_VERSION;
  assert(number === reportNumber + 1, `report ${reportNumber + 1} of ${market} is missing`);
  processor.take(
    inputs.map((input) => recordedInput.read(input)),
    at,
  );
  for (let step = 0; step < steps; step += 1) {
    assert(processor.step() !== undefined, `report ${number} of ${market} has more steps than work`);
  }
  assert(
    processor.hash === stateHash,
    `report ${number} of ${market} now gives ${processor.hash}, it gave ${stateHash}`,
  );
  assert(
    processor.rulesVersion === version,
    `report ${number} of ${market} was made by version ${version} of the rules, not ${processor.rulesVersion}`,
  );
  recovered.reportNumber = number;
  recovered.toldAt = Math.max(recovered.toldAt, at);
}

async function newestProcessor(database: Database, market: string, log: Log): Promise<RecoveredProcessor> {
  const problems = new Map<number, string>();
  for (;;) {
    const rows = await completeSnapshots(database, market);
    const row = rows.find(({ number }) => !problems.has(number));
    if (row === undefined) return beginning(database, market, [...problems.values()]);
    try {
      const processor = await readSnapshot(database, row);
      const toldAt = await timeOf(database, row);
      return { processor, snapshotNumber: row.number, reportNumber: row.number, toldAt };
    } catch (error) {
      if (!(error instanceof UnreadableSnapshotError)) throw error;
      // Newer ones may have taken its place while it was read.
      const now = await completeSnapshots(database, market);
      if (!now.some(({ number }) => number === row.number)) continue;
      problems.set(row.number, `the one after report ${row.number}: ${error.message}`);
      const fields = { market, number: row.number, err: error };
      log.error(
        { alarm: 'snapshot_unreadable', ...fields },
        'a snapshot of a market is passed over for the one before it',
      );
    }
  }
}

/** Of the report after which a snapshot is, which is kept as long as no newer one is: it may be the last. */
async function timeOf(database: Database, { market, number }: SnapshotRow): Promise<number> {
  const [report] = await database.find(reportTable, { where: { market, number } });
  return report?.at ?? 0;
}

const completeSnapshots = (database: Database, market: string): Promise<SnapshotRow[]> =>
  database.find(snapshotTable, { where: { market, isComplete: true }, order: [['number', 'desc']] });

/** From the first report, as long as it is kept. */
async function beginning(
  database: Database,
  market: string,
  problems: readonly string[],
): Promise<RecoveredProcessor> {
  const [oldest] = await database.find(reportTable, {
    where: { market },
    order: [['number', 'asc']],
    limit: 1,
  });
  if (problems.length > 0 && oldest?.number !== 1) {
    throw new DefectError(
      `no snapshot of ${market} can be read, and its first reports are gone; restore the database from a backup. ` +
        `Of the snapshots, ${problems.join('; ')}`,
    );
  }
  return { processor: new MarketProcessor(market), snapshotNumber: 0, reportNumber: 0, toldAt: 0 };
}
