import type { Address } from '@exchange/core/kernel';
import { applyDelegateAdded, applyDelegateRemoved } from '../delegate/apply-delegate';
import { applyDeposit } from '../funds/apply-deposit';
import { applyExitCanceled, applyExitRequested } from '../funds/apply-exit-request';
import { applyMinimumNonce } from '../order/minimum/apply-minimum-nonce';
import { applyNonceVoided } from '../funds/apply-nonce-voided';
import { applyOrderCanceled } from './apply-order-canceled';
import { applyWithdrawn } from '../funds/apply-withdrawn';
import type { ChainNews } from './chain-fact';
import { cosignWhenSettled } from './cosign-when-settled';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { settleTrade } from '../trade/settle-trade';

/**
 * Applies one fact of the chain to one of the accounts it concerns (see accountsOf). Facts that restrict act when
 * first seen, facts that release only when final (docs: ledger, balances). Each (fact, phase) must come once, in the
 * chain's order. `at`: Unix ms.
 */
export function applyChainFact(
  ledger: Ledger,
  address: Address,
  news: ChainNews,
  at: number,
): readonly Fact[] {
  const journal = new Journal(ledger, ledger.account(address), at);
  const { phase, place, fact } = news;
  switch (fact.kind) {
    case 'deposited':
      applyDeposit(journal, { phase, place, fact });
      break;
    case 'withdrawn':
      applyWithdrawn(journal, { phase, place, fact });
      break;
    case 'trade_settled':
      settleTrade(journal, { phase, place, fact });
      break;
    case 'exit_requested':
      applyExitRequested(journal, { phase, place, fact });
      break;
    case 'exit_cancelled':
      applyExitCanceled(journal, { phase, place, fact });
      break;
    case 'order_cancelled':
      applyOrderCanceled(journal, { phase, place, fact });
      break;
    case 'min_nonce_requested':
    case 'min_nonce_raised':
      applyMinimumNonce(journal, { phase, place, fact });
      break;
    case 'nonce_voided':
      applyNonceVoided(journal, { phase, place, fact });
      break;
    case 'delegate_added':
      applyDelegateAdded(journal, { phase, place, fact });
      break;
    case 'delegate_removed':
      applyDelegateRemoved(journal, { phase, place, fact });
      break;
  }
  cosignWhenSettled(journal);
  return journal.close();
}
