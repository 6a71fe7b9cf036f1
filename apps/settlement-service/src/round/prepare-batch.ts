import { present } from '@exchange/core/kernel';
import { askAttester } from '../attesting/ask-attester';
import { carriesWithdrawals, type SettlingBatch } from '../batches/batch';
import { activeTrace, inLinkedSpan } from '@exchange/platform';
import { isEncodable, settleCall } from '../batches/encoded-call';
import { behindOthers } from '../trades/behind-others';
import { selectTrades } from '../trades/select-trades';
import type { SettlingTrade } from '../trades/settling-trade';
import { waitsForJudgement } from '../trades/unsettleable';
import { isDear } from './fees';
import { preflightTrades } from './preflight-trades';
import { settlerFee, settlerNonce } from './settler-turn';
import type { RoundTools } from './round-tools';

type Prepared = 'prepared' | 'nothing' | 'refused';

/** Spare gas for a state that moved since the preflight. */
const GAS_SPARE_PERCENT = 130n;

/**
 * Selects, tries and signs the next batch, and stores it. `nothing` when there is nothing to send or no room for one
 * more batch on its way; `refused` when the contract takes no batch.
 */
export async function prepareBatch(tools: RoundTools): Promise<Prepared> {
  const { state, limits } = tools;
  const now = state.chain.seen?.time;
  const settler = tools.settlers.active;
  const inFlight = state.batches.inFlight(settler).filter((batch) => !carriesWithdrawals(batch));
  if (now === undefined || inFlight.length >= limits.inFlight) return 'nothing';
  const selected = await dueTrades(tools);
  const isNeeded = selected.length > 0 || expiredHoldsOthers(tools);
  if (!isNeeded) return 'nothing';
  const draft = { id: state.batches.nextId, settler, validUntil: now + limits.validForSeconds };
  const about = { 'batch.id': draft.id, 'batch.trades': selected.length };
  return inLinkedSpan('batch', state.traces.trades.of(selected), about, () =>
    signBatch(tools, draft, selected),
  );
}

async function signBatch(
  tools: RoundTools,
  draft: Pick<SettlingBatch, 'id' | 'settler' | 'validUntil'>,
  selected: readonly number[],
): Promise<Prepared> {
  const { state, prompts } = tools;
  const tried = await preflightTrades(tools, selected);
  if (tried === 'refused') return tried;
  if (!tried || (tried.tradeIds.length === 0 && !expiredHoldsOthers(tools))) return 'nothing';
  const { settler } = draft;
  const nonce = await settlerNonce(tools, settler);
  const fee = await settlerFee(tools, { settler, nonce });
  if (!fee) return 'nothing';
  const { tradeIds } = tried;
  const isOpen = () => tradeIds.every((id) => state.trades.get(id)?.stage === 'open');
  if (!isOpen()) return 'nothing';
  const asked = await askAttester(tools, { batchId: draft.id, validUntil: draft.validUntil, tradeIds });
  if (asked.kind !== 'attested' || !isOpen()) return asked.kind === 'waits' ? 'refused' : 'nothing';
  const gasLimit = (tried.gas * GAS_SPARE_PERCENT) / 100n;
  const signed = await tools.settlers.sign(settler, {
    ...settleCall(tools, asked.call),
    ...{ nonce, gasLimit, ...fee },
  });
  const signedAt = tools.clock.now();
  const transaction = { ...signed, ...fee, gasLimit, signedAt, takenAt: undefined };
  const batch: SettlingBatch = {
    ...draft,
    nonce,
    tradeIds,
    withdrawals: [],
    stage: 'prepared',
    transactions: [transaction],
    sentAt: 0,
  };
  state.traces.batches.note(batch.id, activeTrace());
  await prompts.commit({ kind: 'batch_prepared', batch });
  return state.batches.get(batch.id) ? 'prepared' : 'nothing';
}

/** While gas is dear, trades wait for so much of the time after which they are late. */
const DEAR_SHARE = 4;

/**
 * The next trades, if they fill a batch or the oldest of them has waited long enough: longer while gas is dear, so that
 * batches are fuller, and within the deadline of settlement.
 */
async function dueTrades(tools: RoundTools): Promise<readonly number[]> {
  const { state, limits, clock, chain } = tools;
  const now = clock.now();
  const isBehind = behindOthers(state, tools.settlers.active);
  const eligible = (trade: SettlingTrade) =>
    isEncodable(trade, state.chain.tokenIds) && !waitsForJudgement(state, trade) && !isBehind(trade);
  const selected = selectTrades(state.trades, { limit: limits.batchTrades, now, eligible });
  if (selected.length >= limits.batchTrades) return selected;
  const oldest = Math.min(...selected.map((id) => present(state.trades.get(id), `trade ${id}`).since));
  const waited = now - oldest;
  if (waited < limits.batchAgeMs) return [];
  const mayWait = waited < limits.lateTradeMs / DEAR_SHARE;
  return mayWait && isDear(await chain.marketPrice(), limits) ? [] : selected;
}

/** An expired batch's nonce that nobody uses keeps every later batch of its settler from being mined. */
function expiredHoldsOthers({ state: { batches }, settlers: { active } }: RoundTools): boolean {
  return batches.expired(active) !== undefined && batches.inFlight(active).length > 0;
}
