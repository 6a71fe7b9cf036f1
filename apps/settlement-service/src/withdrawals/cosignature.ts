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

/** Why a request must not be signed, if it must not. `now`: Unix seconds of the chain. */
export function refusalOf(request: CosignRequest, now: number): string | undefined {
  if (request.nonce < COSIGNED_NONCE_MIN) return `nonce ${request.nonce} belongs to the account`;
  if (request.deadline <= now) return `deadline ${request.deadline} has passed at ${now}`;
  return undefined;
}

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
