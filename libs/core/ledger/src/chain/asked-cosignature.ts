import type { Signature } from '@exchange/core/message';

/** A co-signature that an owner asked for; with it something that was signed before is void in the contract. */
export interface AskedCosignature {
  /** Unix seconds until which it can be used; null while trades that it would void may not be final. */
  readonly deadline: number | null;
  readonly signature: Signature | null;
}

/** `pending`: it is asked for when every trade that it would void is final; `asked`: it is on its way. */
export type CosignatureState = 'pending' | 'asked' | 'signed';

export function cosignatureState({ deadline, signature }: AskedCosignature): CosignatureState {
  if (signature !== null) return 'signed';
  return deadline === null ? 'pending' : 'asked';
}

/** Whether its time has passed, so that a new one is to be asked for. `at`: Unix ms. */
export const isOver = ({ deadline }: AskedCosignature, at: number): boolean =>
  deadline !== null && deadline * 1000 < at;
