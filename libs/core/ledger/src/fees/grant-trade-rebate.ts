import { amount, partitionOf, present } from '@exchange/core/kernel';
import type { Ledger } from '../ledger';
import { grantableFees } from './grant-rebate-quotas';
import { rebateWantedInBought, type Trade } from '../trade/trade';

/**
 * Partition 0's grant for one trade, before it is applied: what the quota of the maker's partition lacks for a rebate in
 * the bought token, if that is free over all partitions; else nothing, and the rebate is paid in the sold token. The
 * trade takes it at once, so that nothing of it stays with the partition (docs: ledger, the fee collector).
 * @param ledgers of all partitions, in their order
 */
export function grantTradeRebate(ledgers: readonly Ledger[], trade: Trade): void {
  const { account, orderId } = trade.maker;
  const ledger = present(ledgers[partitionOf(account)], 'ledger of the maker');
  const wanted = rebateWantedInBought(ledger, trade);
  if (wanted === 0n) return;
  const order = present(ledger.account(account).orders.get(orderId), `open order ${orderId}`);
  const { buyToken } = order.signed.terms;
  const lacking = wanted - ledger.rebateQuota(buyToken);
  if (lacking > 0n && lacking <= grantableFees(ledgers, buyToken)) {
    ledger.grantRebateQuota(buyToken, amount(lacking));
  }
}
