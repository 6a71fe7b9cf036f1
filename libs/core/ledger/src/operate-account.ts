import type { Address } from '@exchange/core/kernel';
import type { Fact } from './fact';
import { feeTierView } from './fee-schedule';
import { Journal } from './journal';
import type { Ledger } from './ledger';

/** Sets the trailing 30-day volume (wei of ETH) that decides the fee tier of coming orders. `at`: Unix ms. */
export function setVolume(ledger: Ledger, address: Address, volume: bigint, at: number): readonly Fact[] {
  const account = ledger.account(address);
  if (account.record.volume === volume) return [];
  const journal = new Journal(ledger, account, at);
  const { feeSchedule } = ledger.policy;
  const before = feeTierView(feeSchedule, account.record.volume);
  const after = feeTierView(feeSchedule, volume);
  journal.record({ volume });
  if (before.makerPpm !== after.makerPpm || before.takerPpm !== after.takerPpm) {
    journal.tell({ kind: 'feeTierChanged', account: address, tier: after });
  }
  return journal.close();
}

/** Freezes an account for orders and withdrawals, or clears it again. `at`: Unix ms. */
export function setFrozen(ledger: Ledger, address: Address, frozen: boolean, at: number): readonly Fact[] {
  const account = ledger.account(address);
  if (account.record.frozen === frozen) return [];
  const journal = new Journal(ledger, account, at);
  journal.record({ frozen });
  return journal.close();
}
