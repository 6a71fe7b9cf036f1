import type { ChainFact, ChainFactOf } from '@exchange/core/message';
import { alarm } from '@exchange/platform';
import { isLive } from '../batches/batch';
import { withdrawalFailed } from '../outbox/settlement-news';
import type { SettlementState } from '../settlement-state';
import { type SubmittedWithdrawal, withdrawalReason } from '../withdrawals/submitted-withdrawal';
import type { SettlementTurn } from './settlement-turn';

/** What the contract says of a withdrawal that the operator submitted: paid, or refused. */
export type WithdrawalFact = ChainFactOf<'withdrawn'> | ChainFactOf<'withdrawal_failed'>;

export const isWithdrawalFact = (fact: ChainFact): fact is WithdrawalFact =>
  (fact.kind === 'withdrawn' && fact.by === 'submitted') || fact.kind === 'withdrawal_failed';

/** The call that carries it is mined as a whole. */
export function sawWithdrawal({ state, lines }: SettlementTurn, fact: WithdrawalFact): void {
  const item = state.submissions.ofNonce(fact.account, fact.nonce);
  if (item === undefined || item.stage === 'open') {
    lines.push(alarm('foreign_withdrawal', { fact }, 'a withdrawal was submitted that we did not send'));
    return;
  }
  const { batches, submissions } = state;
  submissions.mined(item.submission.entryId);
  const batch = batchOf(state, item);
  if (batch !== undefined && isLive(batch)) batches.mined(batch.id);
}

/** Repeats what was seen of the block, so that nothing depends on having seen it. */
export function finalWithdrawal({ state, news }: SettlementTurn, fact: WithdrawalFact): void {
  const item = state.submissions.ofNonce(fact.account, fact.nonce);
  if (item === undefined || item.stage === 'open') return;
  const batch = batchOf(state, item);
  if (batch !== undefined) state.batches.close(batch.id);
  state.submissions.close(item.submission.entryId);
  if (fact.kind === 'withdrawn') return;
  news.push(withdrawalFailed(item.submission, withdrawalReason(fact.reason), true));
}

export function undoneWithdrawal(state: SettlementState, fact: WithdrawalFact): void {
  const item = state.submissions.ofNonce(fact.account, fact.nonce);
  if (item?.stage !== 'mined') return;
  state.submissions.unmined(item.submission.entryId);
  const batch = batchOf(state, item);
  if (batch?.stage === 'mined') state.batches.unmined(batch.id);
}

const batchOf = ({ batches }: SettlementState, { batchId }: SubmittedWithdrawal) =>
  batchId === undefined ? undefined : batches.get(batchId);
