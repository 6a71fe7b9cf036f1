import type { AttestationRequest } from '@exchange/core/message';
import { createHash } from 'node:crypto';

/** Names what was asked for: the same digest means the same batch, with the same words and the same time. */
export function contentDigest({ batchId, validUntil, orders, trades }: AttestationRequest): string {
  const digest = createHash('sha256').update(`${batchId} ${validUntil} ${orders} ${trades}`).digest('hex');
  return `0x${digest}`;
}
