import type { AccountFact } from '@exchange/contract/bus';

/** The answer while trades that a co-signature would void are not final (docs/interface, delegates). */
export const PENDING_SETTLEMENT: AccountFact = { kind: 'message', text: 'pending settlement' };

/** Names by which it is remembered who asked for a co-signature, until it comes. */
export const withdrawalOrigin = (entryId: number): string => `withdrawal ${entryId}`;
export const removalOrigin = (account: string, delegate: string): string => `removal ${account} ${delegate}`;
export const cancellationOrigin = (account: string, digest: string): string =>
  `cancellation ${account} ${digest}`;
