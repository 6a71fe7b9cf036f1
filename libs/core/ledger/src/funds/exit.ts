import type { Address, EntryId } from '@exchange/core/kernel';

/** A seen request to leave with a token; (block, logIndex) orders it among requests and cancellations. */
export interface ExitRequest {
  readonly place: string;
  readonly block: number;
  readonly logIndex: number;
  /** Unix seconds from which the contract pays out. */
  readonly effectiveAt: number;
  readonly entryId: EntryId;
}

/** The exit of an account from one token: open while any request is, and after it was mined until it is canceled. */
export interface Exit {
  readonly account: Address;
  readonly token: Address;
  readonly requests: readonly ExitRequest[];
}
