import type { Address } from '@exchange/core/kernel';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { type FeeSchedule, tierOf } from './fee-schedule';
import { feeTierOf } from './trading-volume';

/**
 * Tells an account its fee tier once after a schedule has started, if its rates changed with it. Nothing when it was told
 * by the schedule in force. `at`: Unix ms.
 */
export function tellFeeTier(ledger: Ledger, address: Address, at: number): readonly Fact[] {
  const { fees } = ledger;
  const account = ledger.account(address);
  const { feesTold, volume } = account.record;
  if (feesTold === fees.current.version) return [];
  const journal = new Journal(ledger, account, at);
  journal.record({ feesTold: fees.current.version });
  if (!haveSameRates(fees.rowsOf(feesTold), fees.schedule, volume)) {
    journal.tell({
      kind: 'feeTierChanged',
      account: address,
      tier: feeTierOf(fees.schedule, account.record),
    });
  }
  return journal.close();
}

function haveSameRates(before: FeeSchedule | undefined, now: FeeSchedule, volume: bigint): boolean {
  if (before === undefined) return false;
  const [was, is] = [tierOf(before, volume), tierOf(now, volume)];
  return was.makerPpm === is.makerPpm && was.takerPpm === is.takerPpm;
}
