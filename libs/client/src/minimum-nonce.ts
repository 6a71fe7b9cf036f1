import type { Address } from '@exchange/core/kernel';
import { awaited } from './awaited';
import type { ClientEvents } from './client-events';
import type { Request } from './ask';
import { type Consent, consentOf } from './consent';
import type { Listeners } from './listeners';

/** A co-signature for raiseMinNonceCoSigned of the contract. */
export interface MinimumConsent extends Consent {
  /** Contract of the token that the orders sell. */
  readonly token: string;
  /** As asked for, or a higher one that was asked for before or meanwhile. */
  readonly minNonce: number;
}

interface Wanted {
  readonly token: Address;
  readonly minNonce: number;
}

/** Asks for the co-signature of a minimum nonce, and waits until one comes that covers it. */
export function awaitMinimum(
  events: Listeners<ClientEvents>,
  request: Request,
  wanted: Wanted,
  timeoutMs: number,
): Promise<MinimumConsent> {
  const pick = (event: ClientEvents['minimumNonceSignature']) => minimumConsentOf(event, wanted);
  const ask = () => request({ c: 'signMinimumNonce', ...wanted }, timeoutMs);
  return awaited(events, 'minimumNonceSignature', pick, ask, timeoutMs);
}

/** The consent that an event holds, if it is of this token and covers the minimum. */
function minimumConsentOf(
  { token, minNonce, signature }: ClientEvents['minimumNonceSignature'],
  wanted: Wanted,
): MinimumConsent | undefined {
  const consent = consentOf(signature);
  const isCovered = token === wanted.token && minNonce >= wanted.minNonce;
  return consent !== undefined && isCovered ? { ...consent, token, minNonce } : undefined;
}
