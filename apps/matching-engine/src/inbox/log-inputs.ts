import { ledgerControl, ledgerMarket } from '@exchange/contract/bus';
import { DefectError } from '@exchange/core/kernel';
import { covers, type LogEntry } from '@exchange/platform';
import { takeControlInputs } from './ledger-control';
import { takeMarketInputs } from './ledger-market';
import type { MarketInputs } from './market-inputs';

/** The inputs that a log entry brings to its market. */
export function takeLogEntry(entry: LogEntry): MarketInputs {
  if (covers(ledgerMarket.pattern, entry.subject)) return takeMarketInputs(entry);
  if (covers(ledgerControl.pattern, entry.subject)) return takeControlInputs(entry);
  throw new DefectError(`not an input of a market: ${entry.subject}`);
}
