import type { HeldDelegate, Holding } from './account-view';
import { durationText, timeText } from './units';

/** Where an exit stands. */
export function exitText({ exitAt }: Holding, now: number): string {
  if (exitAt === 0) return 'not asked for';
  return exitAt <= now ? 'can be taken out now' : `in ${durationText(exitAt - now)}, ${timeText(exitAt)}`;
}

/** The least nonce, and the one that waits. */
export function nonceText({ minNonce, waitingMinNonce }: Holding, now: number): string {
  if (waitingMinNonce === undefined) return String(minNonce);
  const { minNonce: wanted, effectiveAt } = waitingMinNonce;
  const when = effectiveAt <= now ? 'can be applied now' : `from ${timeText(effectiveAt)}`;
  return `${minNonce}, then ${wanted} (${when})`;
}

/** Whether an order is canceled on the chain. */
export function cancelText(cancelAt: number, now: number): string {
  if (cancelAt === 0) return 'not canceled on chain';
  return cancelAt <= now ? 'canceled' : `from ${timeText(cancelAt)}`;
}

/** Whether a key may trade. */
export function delegateText({ validUntil, revokedAt }: HeldDelegate, now: number): string {
  if (revokedAt > 0) return revokedAt <= now ? 'removed' : `removed from ${timeText(revokedAt)} on`;
  return validUntil <= now ? 'not valid any more' : 'may trade';
}
