import { assert, present } from '@exchange/core/kernel';
import { attestedBatch } from '../batches/encoded-call';
import type { BatchCall } from '../chain/settlement-chain';
import { withoutDependants } from '../trades/select-trades';
import { accountsOf } from '../trades/settling-trade';
import type { RoundTools } from './round-tools';

/** The most gas of a transaction (EIP-7825), with the spare that is added when it is signed. */
const GAS_MAX = (16_777_216n * 100n) / 130n;
/** Each try leaves out at least one trade; what still fails then waits for the next round. */
const TRIES_MAX = 8;

/** The contract's refusal of a call whose time is over (contracts/src/Signatures.sol). */
const TIME_OVER = 'DeadlinePassed';

interface Draft {
  readonly id: number;
  readonly validUntil: number;
}

/** Trades that settle together, the attested call that does it, and the gas it needs. */
interface TriedBatch {
  readonly tradeIds: readonly number[];
  readonly call: BatchCall;
  readonly gas: bigint;
}

/**
 * The trades of `selected` that settle together on the pending state, with the gas they need. Those that would
 * fail are told to the turn and left out with everything later of their accounts. Undefined when no answer was
 * found in this round, `refused` when the contract refuses even the smallest batch.
 */
export async function preflightTrades(
  tools: RoundTools,
  draft: Draft,
  selected: readonly number[],
): Promise<TriedBatch | 'refused' | undefined> {
  const { state, chain, log } = tools;
  // Facts of the chain may arrive between any two steps.
  const stillOpen = (id: number) => state.trades.get(id)?.stage === 'open';
  let tradeIds = selected;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const call = await attestedBatch(tools, { ...draft, tradeIds });
    const result = await chain.preflight(call);
    if (!tradeIds.every(stillOpen)) return undefined;
    if (!result.ok && result.reason === TIME_OVER) {
      // Its time is from the newest block that we know, which is old then.
      log.warn(
        { batchId: draft.id, validUntil: draft.validUntil },
        'the chain is ahead of what is known of it',
      );
      return undefined;
    }
    if (!result.ok) {
      // A node may also refuse a call that needs more gas than it allows.
      tradeIds = firstHalf(tradeIds);
      if (tradeIds.length > 0) continue;
      log.error({ alarm: 'batch_refused', reason: result.reason }, 'the contract refuses to settle');
      return 'refused';
    }
    const { codes, gas } = result;
    assert(codes.length === tradeIds.length, 'a code for each trade');
    const refused = tradeIds.flatMap((tradeId, index) => {
      const code = present(codes[index], 'code');
      return code === 0 ? [] : [{ tradeId, code }];
    });
    if (refused.length > 0) {
      tradeIds = withoutDependants(state.trades, tradeIds, new Set(refused.map(({ tradeId }) => tradeId)));
      await tellRefused(tools, refused);
    } else if (gas > GAS_MAX) {
      tradeIds = firstHalf(tradeIds);
    } else {
      return { tradeIds, call, gas };
    }
    if (tradeIds.length === 0 || !tradeIds.every(stillOpen)) return undefined;
  }
  return undefined;
}

const firstHalf = (tradeIds: readonly number[]) => tradeIds.slice(0, Math.floor(tradeIds.length / 2));

/**
 * A trade whose account has others on their way may only be early: a node's pending state need not contain them.
 * It is tried again in the next round without counting as failed.
 */
async function tellRefused(
  { state, prompts }: RoundTools,
  refused: readonly { tradeId: number; code: number }[],
): Promise<void> {
  const counted = refused.filter(({ tradeId }) => {
    const trade = present(state.trades.get(tradeId), `trade ${tradeId}`);
    const earlier = accountsOf(trade).flatMap((account) => state.trades.queueOf(account));
    return !earlier.some((id) => state.trades.get(id)?.stage === 'sent');
  });
  if (counted.length > 0) await prompts.commit({ kind: 'trades_refused', refused: counted });
}
