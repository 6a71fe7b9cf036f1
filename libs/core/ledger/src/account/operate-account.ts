import type { Address } from '@exchange/core/kernel';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';

/** Freezes an account for orders and withdrawals, or clears it again. `at`: Unix ms. */
export function setFrozen(ledger: Ledger, address: Address, frozen: boolean, at: number): readonly Fact[] {
  const account = ledger.account(address);
  if (account.record.frozen === frozen) return [];
  const journal = new Journal(ledger, account, at);
  journal.record({ frozen });
  return journal.close();
}
