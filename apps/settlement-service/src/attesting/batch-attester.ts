import type { AttestationReply, AttestationRequest } from '@exchange/core/message';

/** Who signs batches beside the settler. */
export interface BatchAttester {
  /** Undefined when nobody answered: nobody knows whether it signed. Asked again, it gives the same signature. */
  attest(request: AttestationRequest): Promise<AttestationReply | undefined>;
}
