import type { SignatureView } from '@exchange/core/wire';

/** A co-signature for removeDelegateCoSigned, cancelOrdersCoSigned or raiseMinNonceCoSigned of the contract; deadline in Unix seconds. */
export interface Consent {
  readonly v: number;
  readonly r: string;
  readonly s: string;
  readonly deadline: number;
}

/**
 * The consent that a signature object holds, if all of it is there.
 * @example
 * consentOf({ v: 27, r: '0x1', s: '0x2' }) // → undefined
 */
export function consentOf({ v, r, s, deadline }: SignatureView): Consent | undefined {
  if (v === undefined || r === undefined || s === undefined || deadline === undefined) return undefined;
  return { v, r, s, deadline };
}
