import type { Address } from '@exchange/core/kernel';

/** A key that may log in and sign orders for an account. Times in Unix seconds. */
export interface Delegate {
  readonly account: Address;
  readonly delegate: Address;
  /** Active on the chain, as of final blocks. */
  readonly active: boolean;
  /** Its signatures are accepted; false as soon as its removal is seen. */
  readonly accepted: boolean;
  readonly validUntil: number;
  /** When its removal takes effect on the chain; null while none was seen. */
  readonly revokedAt: number | null;
}

/** May this delegate act for its account now? */
export const mayAct = (delegate: Delegate | undefined, nowSeconds: number): delegate is Delegate =>
  delegate !== undefined && delegate.active && delegate.accepted && nowSeconds < delegate.validUntil;
