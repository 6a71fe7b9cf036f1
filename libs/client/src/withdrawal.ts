import type { EntryView } from '@exchange/core/wire';
import { ExchangeError } from './exchange-error';

/** The co-signature for the contract's `withdraw`; deadline in Unix seconds. */
export interface CoSignature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
  readonly nonce: number;
  readonly deadline: number;
}

export interface Withdrawal {
  readonly entry: EntryView;
  readonly signature: CoSignature;
}

/** The withdrawal of the entry that answers signWithdrawal; one that ended without a signature is an error. */
export function signedWithdrawal(entry: EntryView): Withdrawal {
  const { v, r, s, nonce, deadline } = entry.signature;
  if (
    v === undefined ||
    r === undefined ||
    s === undefined ||
    nonce === undefined ||
    deadline === undefined
  ) {
    throw new ExchangeError('UNKNOWN_ERROR', `withdrawal ${entry.id} has no signature: ${entry.description}`);
  }
  return { entry, signature: { v, r, s, nonce, deadline } };
}
