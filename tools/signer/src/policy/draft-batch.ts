import type { ContractDomain } from '@exchange/contract/chain';
import { batchStatement, type BatchRequest } from '@exchange/edge/keys';
import { TypedDataEncoder } from 'ethers';
import type { Draft } from './draft';
import type { AttesterPolicy } from './policy-file';
import { insistOnBatch, insistOnDomain, insistOnEnd } from './shapes';

/** The batch as its policy allows it. Throws a SigningRefusal that names the first limit that it passes. */
export function draftBatch(
  { domain: asked, batchId, validUntil, orders, trades }: BatchRequest,
  { policy, domain, now }: { policy: AttesterPolicy; domain: ContractDomain; now: number },
): Draft {
  const shape = { orders: orders.length, trades: trades.length };
  insistOnDomain(asked, domain);
  insistOnBatch(shape, policy);
  // One that is over by this clock judges trades as of a past block. A chain whose time lags may still take it, as it may any other.
  insistOnEnd(validUntil, policy, now);
  const {
    domain: typed,
    types,
    message,
  } = batchStatement({ domain, batchId, validUntil, batch: { orders, trades } });
  return {
    digest: TypedDataEncoder.hash(typed, types, message),
    values: [],
    once: undefined,
    about: { batchId: batchId.toString(), validUntil, ...shape },
  };
}
