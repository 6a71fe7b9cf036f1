import { assert } from '@exchange/core/kernel';
import type { Database } from '@exchange/platform';
import { type DeskSnapshot, MarketDesk } from '../markets/market-desk';
import { type MarketRow, marketTable, type ReportRow, reportTable } from './tables';

const REPORTS_PER_READ = 500;

/** A desk and how far its record goes. */
export interface RecoveredDesk {
  readonly desk: MarketDesk;
  readonly snapshotNumber: number;
  readonly reportNumber: number;
}

/**
 * Every market as it was after its last report: its newest snapshot, and the reports since then done again. A report
 * that now has another result is a defect: the record and the program disagree, and nothing may go on from that.
 */
export async function recoverDesks(database: Database): Promise<RecoveredDesk[]> {
  const desks: RecoveredDesk[] = [];
  for (const row of await database.find(marketTable, { order: [['market', 'asc']] })) {
    desks.push(await recoverDesk(database, row));
  }
  return desks;
}

async function recoverDesk(database: Database, row: MarketRow): Promise<RecoveredDesk> {
  const { market, snapshotNumber } = row;
  const desk = MarketDesk.restore(market, JSON.parse(row.snapshot) as DeskSnapshot);
  let reportNumber = snapshotNumber;
  for (;;) {
    const reports = await database.find(reportTable, {
      where: { market, number: { gt: reportNumber } },
      order: [['number', 'asc']],
      limit: REPORTS_PER_READ,
    });
    for (const report of reports) {
      assert(report.number === reportNumber + 1, `report ${reportNumber + 1} of ${market} is missing`);
      redo(desk, report);
      reportNumber = report.number;
    }
    if (reports.length < REPORTS_PER_READ) return { desk, snapshotNumber, reportNumber };
  }
}

function redo(desk: MarketDesk, { market, number, inputs, steps, stateHash }: ReportRow): void {
  desk.take(inputs);
  for (let step = 0; step < steps; step += 1) {
    assert(desk.step() !== undefined, `report ${number} of ${market} has more steps than work`);
  }
  assert(
    desk.hash === stateHash,
    `report ${number} of ${market} now gives ${desk.hash}, it gave ${stateHash}`,
  );
}
