import { present } from '@exchange/core/kernel';
import { grantRebateQuotas } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';
import { storeRebates } from '../outbox/fact-rows';

/** Partition 0 raises the quotas of partitions that paid or wanted to pay rebates in a bought token. */
export function grantRebates({ book, output }: LedgerTurn): void {
  for (const { partition, token } of grantRebateQuotas(book.ledgers)) {
    const ledger = present(book.ledgers[partition], 'ledger of the partition');
    storeRebates(output.rows, partition, token, ledger.rebates(token));
  }
}
