import type { CosignRequest, Signature } from '@exchange/contract/bus';

/** `asked`: to be signed, `signed`: answered, and answered the same for ever, `refused`: never to be signed. */
export const COSIGNATURE_STAGES = ['asked', 'signed', 'refused'] as const;
export type CosignatureStage = (typeof COSIGNATURE_STAGES)[number];

export interface Cosignature {
  readonly request: CosignRequest;
  readonly stage: CosignatureStage;
  /** Present when signed. */
  readonly signature: Signature | undefined;
}

/** Nonces of co-signed withdrawals start here; the accounts' own are below (contract: co-signed nonces). */
export const COSIGNED_NONCE_MIN = 2 ** 52;

/** Whether a request came too late, as after a long stop: nobody could use its signature. `now`: Unix seconds of the chain. */
export const isLate = (request: CosignRequest, now: number): boolean => request.deadline <= now;

/** Whether a repeated request asks for exactly what was asked before. */
export function isSameRequest(a: CosignRequest, b: CosignRequest): boolean {
  return (
    a.entryId === b.entryId &&
    a.account === b.account &&
    a.token === b.token &&
    a.amount === b.amount &&
    a.receiver === b.receiver &&
    a.nonce === b.nonce &&
    a.deadline === b.deadline
  );
}
