import { barChecks } from './bar-checks';
import { chainChecks } from './chain-checks';
import type { Check, Outcome } from './check';
import { ContractReader } from './contract-reader';
import { feeChecks } from './fee-checks';
import { feeRateChecks } from './fee-rate-checks';
import { ledgerChecks } from './ledger-checks';
import { marketChecks } from './market-checks';
import type { AuditOptions } from './options';
import { RecordReader } from '../../kit/running/moment';
import { restCheck } from './rest-check';
import { reversalChecks } from './reversal-checks';

const PAUSE_MS = 250;

/** What each check found in the end, by its name. */
export type Findings = ReadonlyMap<string, Outcome>;

async function allChecks(
  reader: RecordReader,
  contract: ContractReader,
  { rest }: AuditOptions,
): Promise<Check[]> {
  const rows = await reader.atOneMoment((record) =>
    record.rows<{ market: string }>('SELECT market FROM account_service.market ORDER BY index'),
  );
  const markets = rows.map(({ market }) => market);
  return [
    ...ledgerChecks,
    ...feeChecks,
    ...feeRateChecks,
    ...reversalChecks,
    ...markets.flatMap((market) => [...marketChecks(market), restCheck(rest, market)]),
    ...barChecks,
    ...chainChecks(contract),
  ];
}

/**
 * Runs every check; one whose sides are not in step is tried again with newer records until the time is over. The
 * exchange may be busy meanwhile.
 */
export async function audit(options: AuditOptions): Promise<Findings> {
  const deadline = performance.now() + options.seconds * 1_000;
  const reader = await RecordReader.open(options.database);
  const contract = new ContractReader(options.rpc, options.contract);
  try {
    const checks = await allChecks(reader, contract, options);
    const findings = new Map<string, Outcome>();
    for (;;) {
      const left = checks.filter(({ name }) => findings.get(name)?.kind !== 'compared');
      if (left.length === 0) return findings;
      if (findings.size > 0) {
        if (performance.now() > deadline) return findings;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      for (const check of left) {
        // A record for each, so that none waits for another's looks at the outside world.
        findings.set(check.name, await reader.atOneMoment((record) => check.run(record)));
      }
    }
  } finally {
    contract.close();
    await reader.close();
  }
}
