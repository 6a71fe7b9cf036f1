import type { Address } from '@exchange/core/kernel';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { cancelOrders } from '../order/request-cancel';

/**
 * Freezes an account for orders, edits and withdrawals, on record or not; with `cancelsOrders` the books are asked to
 * cancel its open orders, too. `at`: Unix ms.
 */
export function freezeAccount(
  ledger: Ledger,
  input: { readonly account: Address; readonly cancelsOrders: boolean; readonly at: number },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const journal = new Journal(ledger, account, input.at);
  if (!account.record.frozen) journal.record({ frozen: true });
  if (input.cancelsOrders) cancelOrders(journal, [...account.orders.values()], 'operator');
  return journal.close();
}

/** Takes back that an account is frozen; as long as it lacks something, it is refused the same all the same. `at`: Unix ms. */
export function unfreezeAccount(ledger: Ledger, address: Address, at: number): readonly Fact[] {
  const account = ledger.account(address);
  if (!account.record.frozen) return [];
  const journal = new Journal(ledger, account, at);
  journal.record({ frozen: false });
  return journal.close();
}
