import { unreachable } from '@exchange/core/kernel';
import { cosignRequest, type CosignRequest, type Signature } from '@exchange/core/message';

/**
 * `asked`: to be signed, `signed`: answered, and answered the same for ever; `over`: answered, and finally used or too late
 * to be used; `refused`: never to be signed.
 */
export const COSIGNATURE_STAGES = ['asked', 'signed', 'over', 'refused'] as const;
export type CosignatureStage = (typeof COSIGNATURE_STAGES)[number];

export interface Cosignature {
  readonly request: CosignRequest;
  readonly stage: CosignatureStage;
  /** Present once it was signed. */
  readonly signature: Signature | undefined;
}

/** The name of a request: the same name means the same statement, which is signed once. */
export function cosignatureKey(request: CosignRequest): string {
  switch (request.kind) {
    case 'withdrawal':
      return `withdrawal ${request.entryId}`;
    case 'delegate_removal':
      return `removal ${request.account} ${request.delegate} ${request.deadline}`;
    case 'order_cancellation':
      return `cancellation ${request.account} ${request.digest} ${request.deadline}`;
    case 'minimum_nonce':
      return `minimum ${request.account} ${request.token} ${request.minNonce} ${request.deadline}`;
    default:
      return unreachable(request);
  }
}

/** The nonce that the signature would use up; only withdrawals have one. */
export const nonceOf = (request: CosignRequest): number | null =>
  request.kind === 'withdrawal' ? request.nonce : null;

/** Whether a request came too late, as after a long stop: nobody could use its signature. `now`: Unix seconds of the chain. */
export const isLate = (request: CosignRequest, now: number): boolean => request.deadline <= now;

/** Whether a repeated request asks for exactly what was asked before. */
export function isSameRequest(a: CosignRequest, b: CosignRequest): boolean {
  return JSON.stringify(cosignRequest.write(a)) === JSON.stringify(cosignRequest.write(b));
}
