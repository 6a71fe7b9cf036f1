import type { Address } from '@exchange/core/kernel';

/** A key that may log in and sign orders for an account. Times in Unix seconds. */
export interface Delegate {
  readonly account: Address;
  readonly delegate: Address;
  /** Active on the chain, as of final blocks. */
  readonly active: boolean;
  /** Its signatures are accepted; false as soon as its removal is seen. */
  readonly accepted: boolean;
  /** 0 while no delegation is final: the contract takes only times in the future. */
  readonly validUntil: number;
  /** When its removal takes effect on the chain; null while none was seen. */
  readonly revokedAt: number | null;
}

/** A key whose removal was seen before its delegation was final: without rights, and nobody's yet. */
export const undelegated = (account: Address, delegate: Address): Delegate => ({
  account,
  delegate,
  active: false,
  accepted: false,
  validUntil: 0,
  revokedAt: null,
});

/** Whether a delegation of the key became final at any time, so that it is this account's for ever. */
export const isDelegated = ({ validUntil }: Pick<Delegate, 'validUntil'>): boolean => validUntil > 0;

/** May this delegate act for its account now? */
export const mayAct = (delegate: Delegate | undefined, nowSeconds: number): delegate is Delegate =>
  delegate !== undefined && delegate.active && delegate.accepted && nowSeconds < delegate.validUntil;
