import type { Address } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';

/**
 * A removal that the owner asked for. `deadline` (Unix seconds) is null while trades signed by the key are not final;
 * from then on a co-signature is asked for, and shown when it is given.
 */
export interface DelegateRemoval {
  readonly deadline: number | null;
  readonly signature: Signature | null;
}

/** A key that may log in and sign orders for an account. Times in Unix seconds. */
export interface Delegate {
  readonly account: Address;
  readonly delegate: Address;
  /** Active on the chain, as of final blocks. */
  readonly active: boolean;
  /** Its signatures are accepted; false as soon as its removal is seen or asked for. */
  readonly accepted: boolean;
  /** 0 while no delegation is final: the contract takes only times in the future. */
  readonly validUntil: number;
  /** When its removal takes effect on the chain; null while none was seen. */
  readonly revokedAt: number | null;
  /** For the owner's eyes only; empty when none was given. */
  readonly label: string;
  /** Whether front ends use it as a login for trading; of no effect here. */
  readonly isTradingLogin: boolean;
  /** Unix ms at which the account announced it; null when it never did. */
  readonly announcedAt: number | null;
  readonly removal: DelegateRemoval | null;
}

/** A key without rights, and nobody's yet: announced, or removed before its delegation was final. */
export const undelegated = (account: Address, delegate: Address): Delegate => ({
  account,
  delegate,
  active: false,
  accepted: false,
  validUntil: 0,
  revokedAt: null,
  label: '',
  isTradingLogin: false,
  announcedAt: null,
  removal: null,
});

/** Whether a delegation of the key became final at any time, so that it is this account's for ever. */
export const isDelegated = ({ validUntil }: Pick<Delegate, 'validUntil'>): boolean => validUntil > 0;

/** Whether it is only announced: a temporary object without rights (docs/interface, delegates). */
export const isAnnounced = (delegate: Pick<Delegate, 'validUntil' | 'announcedAt'>): boolean =>
  !isDelegated(delegate) && delegate.announcedAt !== null;

/** May this delegate act for its account now? */
export const mayAct = (delegate: Delegate | undefined, nowSeconds: number): delegate is Delegate =>
  delegate !== undefined && delegate.active && delegate.accepted && nowSeconds < delegate.validUntil;
