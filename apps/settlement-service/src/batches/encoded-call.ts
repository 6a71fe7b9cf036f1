import { type Address, assert, present } from '@exchange/core/kernel';
import { batchTrade, encodeBatch, type EncodedBatch } from '@exchange/core/settlement';
import { encodeSettleBatch, encodeWithdrawForUsers } from '@exchange/contract/chain';
import type { SettlerCall } from '@exchange/edge/keys';
import type { SettleLeg } from '@exchange/core/message';
import type { RoundTools } from '../round/round-tools';
import { chainIdOf, type SettlingTrade } from '../trades/settling-trade';
import type { BatchCall } from '../chain/settlement-chain';
import type { SettlingBatch } from './batch';
import { operatorWithdrawal } from '../withdrawals/submitted-withdrawal';

/** Whether the contract knows both tokens of the trade. */
export function isEncodable(
  { maker, taker }: Pick<SettlingTrade, 'maker' | 'taker'>,
  tokenIds: ReadonlyMap<Address, number>,
): boolean {
  return (
    maker !== undefined && taker !== undefined && hasTokens(maker, tokenIds) && hasTokens(taker, tokenIds)
  );
}

/** The trades as the contract takes them; each must be joined, and its tokens registered. */
export function encodedBatch(
  { state }: Pick<RoundTools, 'state'>,
  tradeIds: readonly number[],
): EncodedBatch {
  const trades = tradeIds.map((id) => {
    const { maker, taker } = state.trades.joined(id);
    const onChain = chainIdOf(present(state.trades.get(id), `trade ${id}`));
    return { ...batchTrade(maker, taker), id: onChain };
  });
  const encoded = encodeBatch(trades, (token) => state.chain.tokenIds.get(token));
  assert(encoded.ok, `trades that can't be a batch: ${JSON.stringify(encoded)}`);
  return encoded.value;
}

/** The call of a batch, up to nonce, gas and fees. */
export function settleCall({ domain }: Pick<RoundTools, 'domain'>, call: BatchCall): SettlerCall {
  const { batchId, validUntil, batch, attestation } = call;
  const data = encodeSettleBatch(BigInt(batchId), validUntil, batch, attestation);
  return { to: domain.contract, data, chainId: domain.chainId };
}

/** The call of submitted withdrawals, up to nonce, gas and fees. */
export function withdrawalsCall(
  tools: Pick<RoundTools, 'state' | 'domain'>,
  { validUntil, withdrawals }: Pick<SettlingBatch, 'validUntil' | 'withdrawals'>,
): SettlerCall {
  const items = withdrawals.map((entryId) => withdrawalIn(tools, entryId));
  const { contract: to, chainId } = tools.domain;
  return { to, data: encodeWithdrawForUsers(validUntil, items), chainId };
}

function withdrawalIn({ state }: Pick<RoundTools, 'state'>, entryId: number) {
  return operatorWithdrawal(present(state.submissions.get(entryId), `withdrawal ${entryId}`).submission);
}

function hasTokens({ order }: SettleLeg, tokenIds: ReadonlyMap<Address, number>): boolean {
  const { sellToken, buyToken } = order.terms;
  return tokenIds.has(sellToken as Address) && tokenIds.has(buyToken as Address);
}
