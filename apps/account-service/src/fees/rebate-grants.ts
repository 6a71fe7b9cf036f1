import { grantRebateQuotas } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';
import { storeGrants } from './collector';

/** Partition 0 raises the quotas of partitions that paid or wanted to pay rebates in a bought token. */
export function grantRebates(turn: LedgerTurn): void {
  storeGrants(turn, grantRebateQuotas(turn.book.ledgers));
}
