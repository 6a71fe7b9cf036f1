import { activeTrace, inLinkedSpan } from '@exchange/platform';
import { carriesWithdrawals, type SettlingBatch } from '../batches/batch';
import { withdrawalsCall } from '../batches/encoded-call';
import { operatorWithdrawal, withdrawalReason } from '../withdrawals/submitted-withdrawal';
import { settlerFee, settlerNonce } from './settler-turn';
import type { RoundTools } from './round-tools';

/** The contract wants so much gas left before each item, and a call must stay below the limit of a transaction. */
const GAS_PER_WITHDRAWAL = 600_000n;
const GAS_OF_CALL = 100_000n;
const WITHDRAWALS_MAX = 16;
/** A place of their own: they neither wait for a place among the trades, nor take one from them. */
const CALLS_IN_FLIGHT = 1;

type WithdrawalsDraft = Pick<SettlingBatch, 'id' | 'settler' | 'validUntil' | 'tradeIds' | 'withdrawals'>;

/**
 * Tries the submitted withdrawals on the pending state, gives up those that the contract would refuse, signs one call
 * of the others and stores it. `nothing` when none is open or the call before is still on its way.
 */
export async function prepareWithdrawals(tools: RoundTools): Promise<'prepared' | 'nothing'> {
  const { state, limits, settlers } = tools;
  const settler = settlers.active;
  const now = state.chain.seen?.time;
  if (
    now === undefined ||
    state.batches.inFlight(settler).filter(carriesWithdrawals).length >= CALLS_IN_FLIGHT
  )
    return 'nothing';
  const withdrawals = await accepted(tools);
  if (withdrawals.length === 0) return 'nothing';
  const id = state.batches.nextId;
  const draft = { id, settler, validUntil: now + limits.validForSeconds, tradeIds: [], withdrawals };
  const about = { 'batch.id': id, 'batch.withdrawals': withdrawals.length };
  return inLinkedSpan('batch', state.traces.withdrawals.of(withdrawals), about, () => sign(tools, draft));
}

async function sign(tools: RoundTools, draft: WithdrawalsDraft): Promise<'prepared' | 'nothing'> {
  const { state, prompts, settlers, clock } = tools;
  const { settler, withdrawals } = draft;
  const nonce = await settlerNonce(tools, settler);
  const fee = await settlerFee(tools, { settler, nonce });
  if (fee === undefined || !withdrawals.every((id) => isOpen(tools, id))) return 'nothing';
  const gasLimit = GAS_OF_CALL + GAS_PER_WITHDRAWAL * BigInt(withdrawals.length);
  const signed = await settlers.sign(settler, { ...withdrawalsCall(tools, draft), nonce, gasLimit, ...fee });
  const transaction = { ...signed, ...fee, gasLimit, signedAt: clock.now(), takenAt: undefined };
  const batch: SettlingBatch = { ...draft, nonce, stage: 'prepared', transactions: [transaction], sentAt: 0 };
  state.traces.batches.note(batch.id, activeTrace());
  await prompts.commit({ kind: 'batch_prepared', batch });
  return state.batches.get(batch.id) ? 'prepared' : 'nothing';
}

const isOpen = ({ state }: RoundTools, entryId: number): boolean =>
  state.submissions.get(entryId)?.stage === 'open';

/** Those that the contract would pay now. Nothing has carried the others, so they can be given up at once. */
async function accepted(tools: RoundTools): Promise<readonly number[]> {
  const { state, chain, prompts } = tools;
  const entryIds: number[] = [];
  for (const { submission } of state.submissions.open().slice(0, WITHDRAWALS_MAX)) {
    const { entryId } = submission;
    const code = await chain.preflightWithdrawal(operatorWithdrawal(submission));
    if (code === 0) entryIds.push(entryId);
    else await prompts.commit({ kind: 'withdrawal_refused', entryId, reason: withdrawalReason(code) });
  }
  return entryIds;
}
