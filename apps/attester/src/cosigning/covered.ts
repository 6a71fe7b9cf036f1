import type { Address } from '@exchange/core/kernel';
import type { CosignRequest } from '@exchange/core/message';
import type { AttesterState } from '../attester-state';

export type CosignedWithdrawal = Extract<CosignRequest, { kind: 'withdrawal' }>;

/** Whether a withdrawal may be co-signed now: the standing check found nothing that differs, and it {@link isCovered}. */
export const mayLeave = (state: AttesterState, request: CosignedWithdrawal, held: bigint): boolean =>
  !state.pause.isOn && isCovered(state, request, held);

/**
 * Whether what the contract holds, as of the last final block, pays the withdrawal besides everything that was promised
 * before: what the account sold and the contract has not settled, and every other withdrawal that may still leave. What
 * it bought counts only once it is settled. `held`: the account's balance in the contract, in smallest units.
 */
function isCovered(state: AttesterState, request: CosignedWithdrawal, held: bigint): boolean {
  const { account, token, amount } = request;
  const sold = soldUnsettled(state, account, token);
  const promised = state
    .promised()
    .filter((other) => other.account === account && other.token === token)
    .reduce((sum, other) => sum + other.amount, 0n);
  return amount + sold + promised <= held;
}

/** What leaves the account in its unsettled trades: a rebate in the sold token lowers it. */
function soldUnsettled({ trades }: AttesterState, account: Address, token: Address): bigint {
  return trades
    .unsettledLegs(account)
    .filter(({ order }) => order.terms.sellToken === token)
    .reduce((sum, { sold, rebate, rebateToken }) => sum + sold - (rebateToken === 'sell' ? rebate : 0n), 0n);
}
