import { assert, present } from '@exchange/core/kernel';
import { TRIAL_BATCH } from '@exchange/core/settlement';
import { askAttester } from '../attesting/ask-attester';
import { withoutDependants } from '../trades/select-trades';
import { accountsOf } from '../trades/settling-trade';
import type { RoundTools } from './round-tools';

/** The most gas of a transaction (EIP-7825), with the spare that is added when it is signed. */
const GAS_MAX = (16_777_216n * 100n) / 130n;
/** Each try leaves out at least one trade; what still fails then waits for the next round. */
const TRIES_MAX = 8;

/** The contract's refusal of a call whose time is over (contracts/src/Signatures.sol). */
const TIME_OVER = 'DeadlinePassed';

/** Trades that settle together, and the gas they need. */
interface TriedBatch {
  readonly tradeIds: readonly number[];
  readonly gas: bigint;
}

/** What a try came to: trades for the next one, or the end. */
type Try = { readonly left: readonly number[] } | { readonly end: TriedBatch | 'refused' | undefined };

/**
 * The trades of `selected` that settle together on the pending state, with the gas they need. Those that would
 * fail, or that aren't attested, are told to the turn and left out with everything later of their accounts. Undefined
 * when no answer was found in this round, `refused` when attester or contract refuses even the smallest batch.
 */
export async function preflightTrades(
  tools: RoundTools,
  selected: readonly number[],
): Promise<TriedBatch | 'refused' | undefined> {
  let tradeIds = selected;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const result = await tryTrades(tools, tradeIds);
    if ('end' in result) return result.end;
    tradeIds = result.left;
    // Facts of the chain may arrive between any two steps.
    if (tradeIds.length === 0 || !areOpen(tools, tradeIds)) return undefined;
  }
  return undefined;
}

/** Asks the contract what it would say: it takes no batch that isn't attested, so this one is, for a moment. */
async function tryTrades(tools: RoundTools, tradeIds: readonly number[]): Promise<Try> {
  const { state, chain, limits, log } = tools;
  const validUntil = present(state.chain.seen, 'seen block').time + limits.trialSeconds;
  const asked = await askAttester(tools, { batchId: TRIAL_BATCH, validUntil, tradeIds });
  if (asked.kind === 'waits') return { end: 'refused' };
  if (!areOpen(tools, tradeIds)) return { end: undefined };
  if (asked.kind === 'left_out') return { left: without(tools, tradeIds, asked.tradeIds) };
  const result = await chain.preflight(asked.call);
  if (!areOpen(tools, tradeIds)) return { end: undefined };
  if (!result.ok && result.reason === TIME_OVER) {
    // Its time is from the newest block that we know, which is old then.
    log.warn({ validUntil }, 'the chain is ahead of what is known of it');
    return { end: undefined };
  }
  if (!result.ok) {
    // A node may also refuse a call that needs more gas than it allows.
    const left = firstHalf(tradeIds);
    if (left.length > 0) return { left };
    log.error({ alarm: 'batch_refused', reason: result.reason }, 'the contract refuses to settle');
    return { end: 'refused' };
  }
  const { codes, gas } = result;
  assert(codes.length === tradeIds.length, 'a code for each trade');
  const refused = tradeIds.flatMap((tradeId, index) => {
    const code = present(codes[index], 'code');
    return code === 0 ? [] : [{ tradeId, code }];
  });
  if (refused.length === 0) return gas > GAS_MAX ? { left: firstHalf(tradeIds) } : { end: { tradeIds, gas } };
  const ids = refused.map(({ tradeId }) => tradeId);
  const left = without(tools, tradeIds, ids);
  await tellRefused(tools, refused);
  return { left };
}

const areOpen = ({ state }: RoundTools, tradeIds: readonly number[]): boolean =>
  tradeIds.every((id) => state.trades.get(id)?.stage === 'open');

const without = ({ state }: RoundTools, tradeIds: readonly number[], leftOut: readonly number[]) =>
  withoutDependants(state.trades, tradeIds, new Set(leftOut));

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
