import type { Address } from '@exchange/core/kernel';
import type { ConversionRate } from '@exchange/core/message';
import { signalsOf } from '@exchange/platform';

/** What account-service tells itself: that time passed, and what others said that is no log, so that it is recorded. */
export type AccountSignal =
  /** Once a second: look for orders whose time in the book is over, and for notices that nobody will ask for. */
  | { readonly kind: 'tick' }
  | { readonly kind: 'rate_heard'; readonly rate: ConversionRate }
  | { readonly kind: 'gas_price_heard'; readonly gasPrice: bigint }
  /** How much of a token exists, in smallest units. */
  | { readonly kind: 'supply_heard'; readonly token: Address; readonly units: bigint };

export const TICK = { kind: 'tick' } as const satisfies AccountSignal;

export const signal = signalsOf<AccountSignal>();
