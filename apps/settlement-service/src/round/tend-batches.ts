import { type Address, present } from '@exchange/core/kernel';
import { isLive, type SettlingBatch } from '../batches/batch';
import { lastTransaction, replaceTransaction } from './replace-transaction';
import type { RoundTools } from './round-tools';
import { isDue, isOver } from './send-batches';
import { settlerFee } from './settler-turn';
import type { UnseenSettlements } from './unseen-settlements';

/**
 * Looks after batches that are not mined: one whose nonce is finally used up without it is lost, one whose
 * validUntil is final has expired, one that waits too long is sent again with the same nonce and a fee of today.
 * The contract is asked before about both. In each other case its trades stay its own, so no trade is ever on its way twice by our own doing.
 * On an expired batch hangs only its nonce: of a settler whose key isn't there nobody needs that.
 */
export async function tendBatches(tools: RoundTools, unseen: UnseenSettlements): Promise<void> {
  const { state, prompts, settlers } = tools;
  const final = state.chain.final;
  const unmined = state.batches
    .open()
    .filter((batch) => isLive(batch) || (batch.stage === 'expired' && settlers.keyOf(batch.settler)));
  if (unmined.length === 0 || !final) return;
  const usedUp = await noncesAt(tools, unmined, final.number);
  for (const batch of unmined) {
    // Facts that came while waiting for the node count.
    if (!isLive(batch) && batch.stage !== 'expired') continue;
    const batchId = batch.id;
    const end = endOf(batch, present(usedUp.get(batch.settler), 'nonce'), final.time);
    if (end === undefined) await reprice(tools, batch);
    else if (end === 'still expired' || (await unseen.ofBatch(batch, final.number))) continue;
    else await prompts.commit({ kind: end, batchId });
  }
}

/** The next nonce of each of their settlers, as of a block. */
async function noncesAt(
  { chain }: RoundTools,
  batches: readonly SettlingBatch[],
  block: number,
): Promise<ReadonlyMap<Address, number>> {
  const settlers = [...new Set(batches.map(({ settler }) => settler))];
  const nonces = settlers.map(async (settler) => [settler, await chain.nonce(settler, block)] as const);
  return new Map(await Promise.all(nonces));
}

function endOf({ nonce, stage, validUntil }: SettlingBatch, usedUp: number, finalTime: number) {
  if (nonce < usedUp) return 'batch_lost';
  if (stage === 'expired') return 'still expired';
  return validUntil < finalTime ? 'batch_expired' : undefined;
}

/**
 * Raises the fee of what the node has; what no node has costs what the market asks now, more or less than before.
 * At the limit the same is sent again.
 */
async function reprice(tools: RoundTools, batch: SettlingBatch): Promise<void> {
  const { chain, clock, limits, settlers } = tools;
  const last = lastTransaction(batch);
  // One whose time is over, or whose settler was dropped, is sent no more; a remote signer wouldn't sign the former.
  if (isOver(tools, batch) || settlers.isDropped(batch.settler)) return;
  // eslint-disable-next-line no-restricted-syntax -- stored, perhaps by an earlier process
  if (!isDue(tools, batch) || clock.now() - last.signedAt < limits.raiseFeeMs) return;
  if ((await chain.nonce(batch.settler)) > batch.nonce) return;
  const fee = await settlerFee(tools, batch);
  if (fee && fee.maxFeePerGas !== last.maxFeePerGas) await replaceTransaction(tools, batch, fee);
}
